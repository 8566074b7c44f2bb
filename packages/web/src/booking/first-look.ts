/** What the server wrote into the page for the time until its scripts run. */
export interface FirstLook {
  readonly title: string
  readonly by: string
}

/** Reads the first look, which the first render replaces. Undefined on a page without one. */
export function readFirstLook(document: Document): FirstLook | undefined {
  const [by, title] = ['p', 'h1'].map(
    (tag) => document.querySelector(`.first-look ${tag}`)?.textContent ?? undefined,
  )
  return title === undefined || by === undefined ? undefined : { title, by }
}
