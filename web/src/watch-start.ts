/**
 * Inlined into the document, for when its scripts do not start: a file is missing or broken, or the browser is too old for
 * them. Then the rendered page stays, below a text that says what to do. `load` waits for the scripts, however slow the
 * network is; a QR code that no page polls is removed. When the page's own script or a later part fails to load, `new-version.js` finds out why. In ECMAScript 5,
 * which every browser runs.
 */
export const watchStartScript = `(function(w,d,t,ok){
function on(type,then){w.addEventListener(type,then,true)}
function check(){ok||showProblem()}
function ask(){d.head.appendChild(d.createElement('script')).src='/new-version.js'}
function failed(e){e.target.src&&!/^S/.test(e.target.tagName)||setTimeout(check,999);e.target.type=='module'&&ask()}
w.showProblem=function(h){
if(t||!(h=d.querySelector('noscript')))return;
h.insertAdjacentHTML('beforebegin',h.textContent);
t=h.previousSibling;
(h=d.getElementById('early-qr'))&&(h.textContent='')};
w.hideProblem=function(){ok=1;if(t)t.outerHTML='';t=0};
on('error',failed);
on('unhandledrejection',failed);
on('load',function(e){e.target==d&&setTimeout(check,'noModule' in d.createElement('script')?2e4:0)});
on('vite:preloadError',function(e){
w.loadError=e.payload;
ask()})
})(window,document)`.replace(/\n/g, '');
