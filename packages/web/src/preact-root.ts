import { options } from 'preact'

/**
 * `react-dom/client` for the pages of bookers. Effects run right after the change that they follow, as React runs those of a
 * key or a click. By itself, Preact waits for the next frame: until then an error is shown without the focus, and a key that is
 * pressed at once goes to what had the focus before.
 */
options.requestAnimationFrame = queueMicrotask

export * from 'preact/compat/client'
