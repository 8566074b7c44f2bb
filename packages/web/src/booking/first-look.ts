/** What the server wrote into the page for the time until its scripts run. */
export interface FirstLook {
  readonly title: string
  readonly by: string
  /** Whether photos follow the title. */
  readonly hasPhotos: boolean
  /** Whether nights are booked and not times. */
  readonly isOfNights: boolean
}

/** Reads the first look, which the first render replaces. Undefined on a page without one. */
function readFirstLook(document: Document): FirstLook | undefined {
  const [by, title] = ['p', 'h1'].map(
    (tag) => document.querySelector(`.first-look ${tag}`)?.textContent ?? undefined,
  )
  const hasPhotos = document.querySelector('.first-look .photos') !== null
  const isOfNights = document.querySelector('.first-look.of-nights') !== null
  return title === undefined || by === undefined ? undefined : { title, by, hasPhotos, isOfNights }
}

/** As this module runs before the first render, it still finds what the server wrote. */
export const FIRST_LOOK = readFirstLook(document)
