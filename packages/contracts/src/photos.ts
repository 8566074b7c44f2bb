import { z } from '@hono/zod-openapi'
import { resourceId, resourceIdPattern } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const PHOTOS_MAX = 20
const SIZES_MAX = 6
const URL_ERROR =
  'must be the `url` of an uploaded photo, or an https address of at most 1000 characters, such as https://example.com/room.jpg'

/** The path of a size of an uploaded photo, at the end of an address. */
const UPLOADED = new RegExp(`^/v1/photos/${resourceIdPattern('photo')}/[1-9]\\d{0,4}$`)

const isPhotoUrl = (text: string): boolean => {
  if (UPLOADED.test(text)) return true
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

const url = () =>
  photoUrl(
    'The address of the photo: the `url` of an uploaded one, which is a path on this server, or an https address.',
  )

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
          'The same photo in other widths, of which browsers load the one that fits. Of an uploaded photo, the server fills them in. Default: none.',
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
    url: z.string().openapi({
      description: 'Its address. That of an uploaded photo is a path on this server.',
      example: 'https://example.com/room.jpg',
    }),
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

/** The most bytes of a file with a photo: in base64, with its headers, it fits into a request to a function on AWS. */
export const PHOTO_FILE_BYTES = 4_000_000

/** The most pixels of an uploaded photo. */
export const PHOTO_PIXELS = 25_000_000

/** The media types of files with photos. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The most uploaded photos of an account. */
export const ACCOUNT_PHOTOS_MAX = 1000

/** Hours after which an uploaded photo is removed that no list names. */
export const UNUSED_PHOTO_HOURS = 24

const pixels = (description: string, example: number) => z.int().openapi({ description, example })

/** A photo that was uploaded to this server. */
export const UploadedPhoto = z
  .object({
    id: resourceId('photo').describe('It follows from the file: the same file has the same id.'),
    url: z.string().openapi({
      description:
        'The path of its largest size on this server, for `photos` of properties and event types. Its content never changes.',
      example: '/v1/photos/pht_01kqs3v7m8e2f4g6h8j0k2m4n6/1600',
    }),
    widthPixels: pixels('The width of its largest size.', 1600),
    heightPixels: pixels('The height of its largest size.', 1200),
    sizes: z
      .array(
        z.object({
          url: z.string().openapi({
            description: 'The path of this size.',
            example: '/v1/photos/pht_01kqs3v7m8e2f4g6h8j0k2m4n6/800',
          }),
          widthPixels: pixels('Its width.', 800),
        }),
      )
      .describe('All its sizes, the smallest first.'),
    usedBy: z
      .array(z.string())
      .describe('The ids of the properties and event types whose `photos` name it.'),
    removedAt: instantAnswer()
      .nullable()
      .describe(
        `When it is removed, because nothing names it: ${UNUSED_PHOTO_HOURS} hours after that began. Null while something does.`,
      ),
    ...changedFields,
  })
  .openapi('UploadedPhoto', { description: 'A photo that was uploaded to this server.' })

/** `GET /v1/photos`. */
export const UploadedPhotoListQuery = z.strictObject(pageQuery)

/** `GET /v1/photos`. */
export const UploadedPhotoList = listOf(UploadedPhoto, 'UploadedPhotoList')

/** The path parameters of a size of an uploaded photo. */
export const PhotoSizePath = z.strictObject({
  id: resourceId('photo'),
  widthPixels: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'must be a width in pixels, such as 800' })
    .transform(Number)
    .openapi({ type: 'integer', description: 'One of its widths in pixels.', example: 800 }),
})

export type Photo = z.infer<typeof Photo>
export type UploadedPhoto = z.infer<typeof UploadedPhoto>
