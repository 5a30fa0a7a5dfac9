// A switch with many cases, as generated code has: dense runs, gaps and shared bodies.
#include <stdio.h>

static unsigned step(int n, unsigned h) {
    switch (n) {
    case -4971: case -4945: h = h * 575u + 4601u; /* fall through */
    case -4913: case -4852: h = h * 791u + 4814u; /* fall through */
    case -4786: case -4704: h = h * 667u + 2926u; break;
    case -4647: h = h * 487u + 8961u; break;
    case -4626: case -4525: h = h * 689u + 4484u; break;
    case -4479: case -4464: h = h * 359u + 4487u; break;
    case -4438: case -4400: case -4235: h = h * 361u + 2825u; /* fall through */
    case -4205: case -4151: case -4088: h = h * 375u + 5477u; break;
    case -4067: h = h * 205u + 5931u; /* fall through */
    case -4038: case -3967: case -3933: h = h * 291u + 1291u; break;
    case -3919: case -3822: case -3719: h = h * 177u + 9516u; break;
    case -3674: case -3540: case -3507: h = h * 311u + 9063u; break;
    case -3492: case -3330: h = h * 739u + 452u; break;
    case -3253: case -3230: case -3156: h = h * 641u + 2961u; break;
    case -3146: h = h * 649u + 685u; /* fall through */
    case -3050: h = h * 171u + 887u; /* fall through */
    case -2925: h = h * 327u + 2974u; break;
    case -2861: h = h * 427u + 7623u; break;
    case -2834: h = h * 607u + 3348u; break;
    case -2825: case -2727: h = h * 3u + 5742u; break;
    case -2687: case -2615: h = h * 879u + 6718u; /* fall through */
    case -2613: case -2600: h = h * 989u + 590u; break;
    case -2572: case -2561: h = h * 99u + 4837u; break;
    case -2555: case -2431: h = h * 975u + 9517u; break;
    case -2386: case -2354: h = h * 841u + 2116u; break;
    case -2283: case -2281: h = h * 481u + 2328u; break;
    case -2273: case -2235: case -2227: h = h * 579u + 7815u; /* fall through */
    case -2115: h = h * 625u + 1488u; break;
    case -2093: h = h * 393u + 1768u; break;
    case -2061: h = h * 335u + 9245u; break;
    case -2049: case -2036: case -2024: h = h * 233u + 8084u; break;
    case -2017: case -1973: case -1781: h = h * 395u + 2605u; break;
    case -1775: case -1742: h = h * 761u + 4928u; break;
    case -1645: case -1608: case -1585: h = h * 23u + 5228u; /* fall through */
    case -1569: case -1470: h = h * 505u + 4692u; break;
    case -1450: h = h * 127u + 7265u; break;
    case -1112: h = h * 803u + 2235u; /* fall through */
    case -969: h = h * 493u + 8725u; break;
    case -961: h = h * 959u + 7770u; break;
    case -920: h = h * 503u + 4385u; /* fall through */
    case -915: case -901: h = h * 303u + 8065u; break;
    case -890: case -815: case -803: h = h * 533u + 9893u; /* fall through */
    case -678: h = h * 19u + 2064u; break;
    case -539: case -511: h = h * 631u + 4863u; break;
    case -484: h = h * 477u + 5730u; break;
    case -421: h = h * 39u + 46u; break;
    case -261: case -232: case -170: h = h * 705u + 1762u; /* fall through */
    case -153: h = h * 17u + 7039u; break;
    case -105: case -63: case 8: h = h * 611u + 9431u; break;
    case 14: case 16: case 67: h = h * 881u + 6315u; break;
    case 78: h = h * 923u + 4857u; break;
    case 119: h = h * 313u + 52u; break;
    case 138: case 173: case 190: h = h * 599u + 4691u; break;
    case 205: case 437: case 475: h = h * 935u + 5094u; break;
    case 536: case 545: case 569: h = h * 713u + 8996u; /* fall through */
    case 582: case 633: h = h * 553u + 2515u; break;
    case 642: h = h * 73u + 3768u; break;
    case 812: h = h * 813u + 1030u; break;
    case 822: h = h * 343u + 7034u; /* fall through */
    case 827: case 859: case 874: h = h * 721u + 7973u; break;
    case 917: h = h * 227u + 1821u; break;
    case 919: h = h * 301u + 7175u; break;
    case 941: h = h * 425u + 2640u; break;
    case 999: h = h * 47u + 9101u; break;
    case 1017: case 1091: case 1111: h = h * 765u + 1179u; break;
    case 1166: h = h * 763u + 6529u; /* fall through */
    case 1176: h = h * 13u + 7072u; break;
    case 1238: case 1278: case 1380: h = h * 503u + 5790u; /* fall through */
    case 1615: case 1623: h = h * 939u + 913u; break;
    case 1650: case 1687: h = h * 157u + 9316u; break;
    case 1780: case 1797: h = h * 935u + 9091u; break;
    case 1862: h = h * 271u + 1035u; break;
    case 1891: case 1910: h = h * 855u + 4643u; break;
    case 2093: h = h * 829u + 3840u; /* fall through */
    case 2119: case 2288: case 2419: h = h * 757u + 6371u; break;
    case 2424: h = h * 673u + 5596u; break;
    case 2430: h = h * 95u + 2044u; break;
    case 2465: case 2572: case 2583: h = h * 247u + 6387u; /* fall through */
    case 2628: case 2685: case 2701: h = h * 989u + 5296u; break;
    case 2742: h = h * 557u + 6301u; break;
    case 2848: h = h * 969u + 7034u; break;
    case 2876: h = h * 769u + 1901u; break;
    case 2884: case 2926: case 2997: h = h * 843u + 3465u; break;
    case 3058: case 3086: case 3180: h = h * 365u + 3850u; break;
    case 3238: case 3396: h = h * 817u + 6320u; break;
    case 3403: case 3440: h = h * 665u + 4848u; /* fall through */
    case 3555: case 3596: case 3684: h = h * 987u + 5934u; break;
    case 3712: h = h * 759u + 2957u; break;
    case 3741: h = h * 39u + 543u; break;
    case 3834: h = h * 43u + 8028u; /* fall through */
    case 3908: case 3931: case 3980: h = h * 679u + 5710u; break;
    case 3995: case 4241: case 4403: h = h * 309u + 7022u; break;
    case 4478: case 4603: case 4625: h = h * 105u + 3139u; break;
    case 4662: h = h * 75u + 6138u; /* fall through */
    case 4731: case 4764: case 4841: h = h * 157u + 9045u; break;
    case 4881: h = h * 841u + 2646u; break;
    default: h ^= (unsigned)n; break;
    case 6000: h += 631u; break;
    case 6001: h += 638u; break;
    case 6002: h += 645u; break;
    case 6003: h += 652u; break;
    case 6004: h += 659u; break;
    case 6005: h += 666u; break;
    case 6006: return h;
    case 6007: h += 680u; break;
    case 6008: h += 687u; break;
    case 6009: h += 694u; break;
    case 6010: h += 701u; break;
    case 6011: h += 708u; break;
    case 6012: h += 715u; break;
    case 6013: return h;
    case 6014: h += 729u; break;
    case 6015: h += 736u; break;
    case 6016: h += 743u; break;
    case 6017: h += 750u; break;
    case 6018: h += 757u; break;
    case 6019: h += 764u; break;
    case 6020: return h;
    case 6021: h += 778u; break;
    case 6022: h += 785u; break;
    case 6023: h += 792u; break;
    case 6024: h += 799u; break;
    case 6025: h += 806u; break;
    case 6026: h += 813u; break;
    case 6027: return h;
    case 6028: h += 827u; break;
    case 6029: h += 834u; break;
    case 6030: h += 841u; break;
    case 6031: h += 848u; break;
    case 6032: h += 855u; break;
    case 6033: h += 862u; break;
    case 6034: return h;
    case 6035: h += 876u; break;
    case 6036: h += 883u; break;
    case 6037: h += 890u; break;
    case 6038: h += 897u; break;
    case 6039: h += 904u; break;
    case 6040: h += 911u; break;
    case 6041: return h;
    case 6042: h += 925u; break;
    case 6043: h += 932u; break;
    case 6044: h += 939u; break;
    case 6045: h += 946u; break;
    case 6046: h += 953u; break;
    case 6047: h += 960u; break;
    case 6048: return h;
    case 6049: h += 974u; break;
    case 6050: h += 981u; break;
    case 6051: h += 988u; break;
    case 6052: h += 995u; break;
    case 6053: h += 1002u; break;
    case 6054: h += 0u; break;
    case 6055: return h;
    case 6056: h += 14u; break;
    case 6057: h += 21u; break;
    case 6058: h += 28u; break;
    case 6059: h += 35u; break;
    }
    return h + 1;
}

int main(void) {
    unsigned h = 1;
    for (int n = -5100; n < 6100; n++) {
        h = step(n, h);
        if (n % 500 == 0)
            printf("%d %u\n", n, h);
    }
    printf("%u\n", h);
    return 0;
}
