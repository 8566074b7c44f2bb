import { ID_PREFIXES, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { hashDigits } from '../../kernel/events/derived-event-id.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit, commitOrConflict, type NamedWrites } from '../../kernel/transaction.ts'
import { photoCountKey, photoKey } from '../keys.ts'
import type { MadeSize, PhotoLimits, PhotoMaker } from '../ports/photo-maker.ts'
import { removalFromNow, removalTask } from './unused-photos.ts'
import { photoSizeEntity, type UploadedPhoto, uploadedPhotoEntity } from './uploaded-photo.ts'

/** A file with a photo. */
export interface PhotoFile {
  readonly content: Uint8Array
  /** The media type that its sender names. */
  readonly mediaType: string
}

/** A photo, and whether this call added it. */
export interface PhotoUpload {
  readonly photo: UploadedPhoto
  readonly isNew: boolean
}

type Answer = Result<PhotoUpload, Refusal>

/** The limits of uploads. */
export interface UploadLimits extends PhotoLimits {
  /** The most photos of an account. */
  readonly photos: number
}

/**
 * Adds a photo with its sizes, all in one transaction: none of them exists without the others. A file that the account has
 * uploaded before is answered as it is, and kept for a day from now on if nothing uses it.
 */
export async function uploadPhoto(
  deps: Dependencies & { readonly photoMaker: PhotoMaker },
  caller: Caller<PhotoUpload>,
  { content, mediaType }: PhotoFile,
  limits: UploadLimits,
): Promise<Answer> {
  const { accountId } = caller
  const id = photoIdOf(deps, accountId, deps.photoMaker.nameOf(content))
  // Decisions are repeated; the photo is read once.
  let made: readonly MadeSize[] | undefined
  return retryOnConflict(`photo ${id}`, async (): Promise<Answer | typeof CONFLICT> => {
    const before = await uploadedPhotoEntity.read(deps.store, photoKey(accountId, id))
    if (before !== undefined) return await keepPhoto(deps, caller, before)
    if (made === undefined) {
      const sized = await deps.photoMaker.sizesOf(content, mediaType, limits)
      if (!sized.ok) return sized
      made = sized.value
    }
    const upload = { photo: newPhoto(deps, caller, id, made), isNew: true }
    const writes = await writesOf(deps, upload.photo, made, limits.photos)
    const committed = await commit(deps, caller, writes, upload)
    const isFull =
      committed.kind === 'conflict' &&
      committed.conflicts.has('count') &&
      !committed.conflicts.has('photo')
    if (isFull) return refuse({ code: 'photo_limit_reached', max: limits.photos })
    return answerOf(committed, upload)
  })
}

const ULID_DIGITS = 26

/** The id of the photo in a file of an account. Another account has another photo, which it can delete. */
function photoIdOf({ secrets }: Dependencies, accountId: string, name: string): string {
  // The first digit of a ULID is at most 7.
  const digits = hashDigits(secrets, `${accountId}:${name}`, ULID_DIGITS - 1)
  return `${ID_PREFIXES.photo}_0${digits}`
}

function newPhoto(
  deps: Dependencies,
  { accountId, actor }: Pick<Caller, 'accountId' | 'actor'>,
  id: string,
  made: readonly MadeSize[],
): UploadedPhoto {
  const now = epochSeconds(deps.clock)
  return {
    id,
    accountId,
    version: 1,
    actor,
    sizes: made.map(({ widthPixels, heightPixels }) => ({ widthPixels, heightPixels })),
    userIds: [],
    removeAtEpochSeconds: removalFromNow(deps),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

async function writesOf(
  deps: Dependencies,
  photo: UploadedPhoto,
  made: readonly MadeSize[],
  max: number,
): Promise<NamedWrites> {
  const { accountId, id: photoId } = photo
  const sizes = made.map(({ widthPixels, file }): [string, Write] => [
    `size ${widthPixels}`,
    photoSizeEntity.create({ photoId, widthPixels, accountId, file }),
  ])
  return {
    photo: uploadedPhotoEntity.create(photo),
    count: { kind: 'count-claim', key: photoCountKey(accountId), amount: 1, max },
    task: removalTask(deps, photo),
    // An earlier version would leave photos that nothing uses.
    format: await formatWrite(deps.store),
    ...Object.fromEntries(sizes),
  }
}

/** Answers a photo that exists. One that nothing uses stays for another day. */
async function keepPhoto(
  deps: Dependencies,
  caller: Caller<PhotoUpload>,
  before: UploadedPhoto,
): Promise<Answer | typeof CONFLICT> {
  const isUnused = before.removeAtEpochSeconds !== undefined
  const photo: UploadedPhoto = isUnused
    ? { ...before, version: before.version + 1, removeAtEpochSeconds: removalFromNow(deps) }
    : before
  const upload = { photo, isNew: false }
  const writes: NamedWrites = isUnused
    ? { photo: uploadedPhotoEntity.replace(before, photo), task: removalTask(deps, photo) }
    : { photo: uploadedPhotoEntity.check(before) }
  return await commitOrConflict(deps, caller, writes, upload)
}
