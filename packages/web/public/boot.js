// Shows that the page did not load as soon as one of its scripts fails, and reloads it on request. Without
// this file, the style sheet shows the same after a while. It has no build step and no dependency.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.documentElement.dataset.boot = 'failed'
  },
  true,
)
if (origin === 'null') document.documentElement.dataset.sandboxed = ''
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('.boot button')) location.reload()
})
