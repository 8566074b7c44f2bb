import { z } from 'zod'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { instantOrNull } from '../../kernel/representations.ts'
import { changeRepresentation } from '../../kernel/resource.ts'
import { photoKey, photoSizeKey } from '../keys.ts'

const uploadedPhotoAttributes = z.object({
  version: z.int(),
  /** Who changed it last. */
  actor: z.exactOptional(ACTOR_SCHEMA),
  /** At least one, the smallest first. */
  sizes: z.array(z.object({ widthPixels: z.int(), heightPixels: z.int() })).min(1),
  /** The properties and event types whose lists name it. */
  userIds: z.array(z.string()),
  /** The second at which it is removed, because nothing uses it. Absent exactly while something does. */
  removeAtEpochSeconds: z.exactOptional(z.int()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** A photo that an account uploaded. Its files are items of their own. */
export interface UploadedPhoto extends AttributesOf<typeof uploadedPhotoAttributes> {
  /** Follows from the account and the file that was uploaded. */
  readonly id: string
  readonly accountId: string
}

/** The item of a photo, among those of its account. */
export const uploadedPhotoEntity = defineEntity<UploadedPhoto, 'id' | 'accountId'>({
  name: 'photo',
  key: ({ accountId, id }) => photoKey(accountId, id),
  inKey: {
    id: ({ SK }) => SK,
    accountId: ({ PK }) => PK.split('#')[1] ?? '',
  },
  schema: uploadedPhotoAttributes,
})

/** The file of one size of a photo. It never changes. */
export interface PhotoSize {
  readonly photoId: string
  readonly widthPixels: number
  readonly accountId: string
  /** A WebP file. */
  readonly file: Uint8Array
}

/** The item of a size. */
export const photoSizeEntity = defineEntity<PhotoSize, 'photoId' | 'widthPixels'>({
  name: 'photo size',
  key: ({ photoId, widthPixels }) => photoSizeKey(photoId, widthPixels),
  inKey: {
    photoId: ({ PK }) => PK.split('#')[1] ?? '',
    widthPixels: ({ PK }) => Number(keyTail(PK)),
  },
  schema: z.object({ accountId: z.string(), file: z.instanceof(Uint8Array) }),
})

/** The path of a size of a photo on this server. */
export const pathOfSize = (photoId: string, widthPixels: number): string =>
  `/v1/photos/${photoId}/${widthPixels}`

const SIZE_PATH = /\/v1\/photos\/(pht_[0-9a-z]{26})\/(\d+)$/

/** The photo and the width that an address ends with, with or without a server before them. Undefined for any other address. */
export function sizeAtPath(
  url: string,
): { readonly photoId: string; readonly widthPixels: number } | undefined {
  const [, photoId, width] = SIZE_PATH.exec(url) ?? []
  return photoId === undefined ? undefined : { photoId, widthPixels: Number(width) }
}

/** The sizes of a photo with their addresses. */
export const sizesOfPhoto = ({ id, sizes }: Pick<UploadedPhoto, 'id' | 'sizes'>) =>
  sizes.map(({ widthPixels }) => ({ url: pathOfSize(id, widthPixels), widthPixels }))

/** What is wrong with a stored photo. */
export function photoProblems(photo: UploadedPhoto): readonly string[] {
  const { userIds, removeAtEpochSeconds } = photo
  return [
    ...(new Set(userIds).size === userIds.length ? [] : ['A user is listed twice.']),
    ...(userIds.length > 0 === (removeAtEpochSeconds === undefined)
      ? []
      : ['It must have either users or a time of its removal.']),
  ]
}

/** A photo in the API. */
export function uploadedPhotoRepresentation(photo: UploadedPhoto) {
  const sizes = sizesOfPhoto(photo)
  const largest = photo.sizes.at(-1)
  return {
    id: photo.id,
    version: photo.version,
    url: sizes.at(-1)?.url ?? '',
    widthPixels: largest?.widthPixels ?? 0,
    heightPixels: largest?.heightPixels ?? 0,
    sizes,
    usedBy: photo.userIds,
    removedAt: instantOrNull(photo.removeAtEpochSeconds),
    ...changeRepresentation(photo),
  }
}
