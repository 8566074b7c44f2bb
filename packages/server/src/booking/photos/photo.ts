import { z } from 'zod'

/** A photo that pages of guests show. */
export interface Photo {
  /** An https address, or the path of an uploaded photo. */
  readonly url: string
  /** What it shows, for people who do not see it. */
  readonly alt: string
  /** The same photo in other widths, in pixels. Absent: none. */
  readonly sizes?: readonly { readonly url: string; readonly widthPixels: number }[]
}

/** A photo as a caller sends it. */
export interface PhotoInput {
  readonly url: string
  readonly alt: string
  readonly sizes?: Photo['sizes'] | undefined
}

/** The stored form of photos. */
export const photosSchema = z.array(
  z.object({
    url: z.string(),
    alt: z.string(),
    sizes: z.exactOptional(z.array(z.object({ url: z.string(), widthPixels: z.int() }))),
  }),
)

/** Photos as a member of an item, absent if there are none. */
export const photosOf = (
  photos: readonly PhotoInput[] = [],
): { readonly photos?: readonly Photo[] } =>
  photos.length === 0
    ? {}
    : {
        photos: photos.map(({ url, alt, sizes = [] }) => ({
          ...{ url, alt },
          ...(sizes.length > 0 && { sizes }),
        })),
      }

/** The photos after a change: those that it gives, or the same list as before. */
export const changedPhotos = (
  had: readonly Photo[] | undefined,
  given: readonly PhotoInput[] | undefined,
): { readonly photos?: readonly Photo[] } => {
  if (given !== undefined) return photosOf(given)
  return had === undefined ? {} : { photos: had }
}

/** Photos in the API. */
export const photosRepresentation = (photos: readonly Photo[] = []) =>
  photos.map(({ url, alt, sizes = [] }) => ({ url, alt, sizes }))
