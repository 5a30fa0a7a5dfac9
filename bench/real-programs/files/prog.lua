local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
local t = {}
for i = 1, 200 do t[i] = (i * 7919) % 1009 end
table.sort(t)
print(fib(18), t[1], t[100], #t, table.concat(t, ",", 1, 10))
local s = string.rep("hello world ", 50)
local count = 0
for w in s:gmatch("%a+") do count = count + 1 end
print(count, s:len(), (s:gsub("o", "0")):sub(1, 30))
print(string.format("%5.2f|%-10s|%05d|%x|%q", 3.14159, "left", 42, 255, 'a "b"\n'))
local Account = {} Account.__index = Account
function Account.new(b) return setmetatable({balance = b}, Account) end
function Account:deposit(v) self.balance = self.balance + v; return self end
print(Account.new(10):deposit(5).balance)
print(select(2, pcall(function() error({code = 7}) end)).code)
print(select(2, pcall(error, "msg", 0)))
local co = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a * i) end return "end" end)
print(co(2), co(3), co(4), co(5))
local keys = {} for k in pairs({x=1,y=2,z=3}) do keys[#keys+1] = k end table.sort(keys) print(table.concat(keys))
print(7 // 2, 7 % -3, -7 // 2, 7.5 // 2, 2^10, 1e100, 10 / 3, 3 | 4, ~5, 1 << 40, math.maxinteger, math.tointeger(3.0))
print(os.time{year=2020,month=2,day=30,hour=12} , os.date("!%Y-%m-%d %H:%M:%S", 86400 * 365))
local q = {} for i = 1, 8 do q[i] = i end
local solutions = 0
local function place(row, cols, d1, d2) if row > 6 then solutions = solutions + 1 return end
  for c = 1, 6 do if not cols[c] and not d1[row + c] and not d2[row - c] then cols[c], d1[row+c], d2[row-c] = true, true, true
    place(row + 1, cols, d1, d2) cols[c], d1[row+c], d2[row-c] = nil, nil, nil end end end
place(1, {}, {}, {}) print(solutions)
local f = assert(io.open("out.txt", "w")) f:write("written by lua\n", 42, "\n") f:close()
for line in io.lines("out.txt") do io.write("[", line, "]\n") end
print(utf8.char(233, 8364), utf8.len("h\u{e9}llo"), #"\u{20ac}")
print(string.pack("<i4", 100):byte(1, -1))
goto done
print("never")
::done::
print(tostring(nil), tostring(1.5), 1e15, 2^53, 0x10, 0.1, -0.0, 1/0, -1/0, math.pi)
