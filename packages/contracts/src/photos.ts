import { z } from '@hono/zod-openapi'
import { singleLine } from './text.ts'

const PHOTOS_MAX = 20
const SIZES_MAX = 6
const URL_ERROR =
  'must be an https address of at most 1000 characters, such as https://example.com/room.jpg'

const isPhotoUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

const photoUrl = (description: string) =>
  z
    .string({ error: URL_ERROR })
    .max(1000, { error: URL_ERROR, abort: true })
    .refine(isPhotoUrl, { error: URL_ERROR })
    .openapi({ format: 'uri', description, example: 'https://example.com/room.jpg' })

const altText = () =>
  singleLine(200).openapi({
    description: 'What the photo shows, for people who do not see it.',
    example: 'A bed below a window with a view of the lake',
  })

const widthPixels = () =>
  z
    .int({ error: 'must be a whole number of pixels' })
    .min(1, { error: 'must be from 1 to 10000' })
    .max(10_000, { error: 'must be from 1 to 10000' })
    .openapi({ description: 'Its width in pixels.', example: 640 })

const url = () => photoUrl('The address of the photo. It must be https.')

/** A photo in a request. */
const PhotoInput = z
  .strictObject({
    url: url(),
    alt: altText(),
    sizes: z
      .array(
        z.strictObject({ url: photoUrl('The address of this size.'), widthPixels: widthPixels() }),
        { error: 'must be a list of sizes' },
      )
      .max(SIZES_MAX, { error: `must have at most ${SIZES_MAX} sizes` })
      .optional()
      .openapi({
        description:
          'The same photo in other widths, of which browsers load the one that fits. Default: none.',
      }),
  })
  .openapi('PhotoInput', { description: 'A photo that pages of guests show from its address.' })

/** The photos of something in a request, in their order. */
export const photosInput = () =>
  z
    .array(PhotoInput, { error: 'must be a list of photos' })
    .max(PHOTOS_MAX, { error: `must have at most ${PHOTOS_MAX} photos` })
    .openapi({
      description: `Up to ${PHOTOS_MAX} photos, in the order in which guests see them. They replace those before. Default: none.`,
      example: [],
    })

/** A photo that pages of guests show. */
export const Photo = z
  .object({
    url: z
      .string()
      .openapi({ description: 'Its address.', example: 'https://example.com/room.jpg' }),
    alt: z.string().openapi({
      description: 'What it shows, for people who do not see it.',
      example: 'A bed below a window',
    }),
    sizes: z
      .array(
        z.object({
          url: z.string().openapi({
            description: 'The address of this size.',
            example: 'https://example.com/room-640.jpg',
          }),
          widthPixels: z.int().openapi({ description: 'Its width in pixels.', example: 640 }),
        }),
      )
      .openapi({ description: 'The same photo in other widths.', example: [] }),
  })
  .openapi('Photo', { description: 'A photo that pages of guests show.' })

/** The photos of something, in their order. */
export const photos = () =>
  z.array(Photo).openapi({ description: 'Its photos, in their order.', example: [] })

export type Photo = z.infer<typeof Photo>
