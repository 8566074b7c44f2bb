import type { BrowserContext, Page } from 'playwright-core'

/** When a page first had an element and first drew it, in ms since the navigation began. */
export interface FirstSeen {
  readonly insertedMs: number
  readonly drawnMs: number
}

/**
 * Has pages of a context note when they first have and show something that matches a selector. A test that waits for an element asks again
 * and again, in the end every 500 ms, so it cannot tell.
 */
export async function noteFirst(
  context: BrowserContext,
  selectors: readonly string[],
): Promise<void> {
  await context.addInitScript(`
    const firstOf = (selector) => new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(selector) === null) return
        observer.disconnect()
        const insertedMs = performance.now()
        requestAnimationFrame(() => resolve({ insertedMs, drawnMs: performance.now() }))
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    window.firstSeen = Object.fromEntries(${JSON.stringify(selectors)}.map((each) => [each, firstOf(each)]))
  `)
}

/** When a page first showed something that matches a selector of `noteFirst`. Waits for it. */
export const firstSeen = (page: Page, selector: string): Promise<FirstSeen> =>
  page.evaluate<FirstSeen>(`window.firstSeen[${JSON.stringify(selector)}]`)
