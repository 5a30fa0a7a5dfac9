// Keys: j and k go to the next and previous line that matters; Escape leaves it.
(function () {
  "use strict";
  var lines = Array.prototype.slice.call(document.querySelectorAll("tr[tabindex]"));
  var at = -1;
  function go(step) {
    if (!lines.length) return;
    var here = lines.indexOf(document.activeElement);
    at = (here < 0 ? at : here) + step;
    at = (at + lines.length) % lines.length;
    lines[at].focus({ preventScroll: true });
    lines[at].scrollIntoView({ block: "center" });
  }
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "Escape" && document.activeElement) document.activeElement.blur();
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", function () {
    var target = document.getElementById(location.hash.slice(1));
    if (target && target.tabIndex === 0) target.focus({ preventScroll: true });
  });
})();
