import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { photoKey, photoSizeKey, photosRange } from '../keys.ts'
import {
  type PhotoSize,
  photoSizeEntity,
  type UploadedPhoto,
  uploadedPhotoEntity,
} from './uploaded-photo.ts'

type Reads = Pick<Dependencies, 'store'>

/** Reads a photo of the account. */
export async function getPhoto(
  { store }: Reads,
  { accountId }: Pick<Caller, 'accountId'>,
  photoId: string,
): Promise<Result<UploadedPhoto, Refusal>> {
  const photo = await uploadedPhotoEntity.read(store, photoKey(accountId, photoId))
  return photo === undefined ? notFound('photo', photoId) : ok(photo)
}

/** Lists the photos of the account, by their ids. */
export const listPhotos = (
  { store }: Reads,
  { accountId }: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<UploadedPhoto>> =>
  listPage(store, photosRange(accountId), page, uploadedPhotoEntity.decode)

/** Reads the file of a size of a photo, of any account. */
export async function getPhotoSize(
  { store }: Reads,
  photoId: string,
  widthPixels: number,
): Promise<Result<PhotoSize, Refusal>> {
  // It never changes.
  const size = await photoSizeEntity.read(store, photoSizeKey(photoId, widthPixels), {
    consistent: false,
  })
  return size === undefined ? notFound('photo', photoId) : ok(size)
}
