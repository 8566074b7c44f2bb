import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'

const photoAttributes = z.object({
  /** An https address, or the path of an uploaded photo. */
  url: z.string(),
  /** What it shows, for people who do not see it. */
  alt: z.string(),
  /** The same photo in other widths, in pixels. Absent: none. */
  sizes: z.exactOptional(z.array(z.object({ url: z.string(), widthPixels: z.int() }))),
})

/** A photo that pages of guests show. */
export type Photo = AttributesOf<typeof photoAttributes>

/** The stored form of photos. */
export const photosSchema = z.array(photoAttributes)

/** A photo as a caller sends it. */
export interface PhotoInput {
  readonly url: string
  readonly alt: string
  readonly sizes?: Photo['sizes'] | undefined
}

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
