/**
 * A ref for a field that the reader has asked for: it takes the focus when it appears. Browsers heed the attribute
 * `autofocus` only once in a page.
 */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
