import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { photoKey } from '../keys.ts'
import type { Photo } from './photo.ts'
import { removalFromNow, removalTask } from './unused-photos.ts'
import {
  pathOfSize,
  sizeAtPath,
  sizesOfPhoto,
  type UploadedPhoto,
  uploadedPhotoEntity,
} from './uploaded-photo.ts'

/** The most properties and event types that use one photo: 32 KB of ids. */
const USERS_MAX = 1000

/** The photos of a property or an event type before and after a change. */
export interface PhotoUse {
  readonly userId: string
  readonly before: readonly Photo[] | undefined
  readonly after: readonly Photo[] | undefined
}

/** The list with the sizes of uploaded photos, and what to commit with it. */
export interface UsedPhotos {
  /** Absent: none. */
  readonly photos?: readonly Photo[]
  readonly writes: NamedWrites
}

/**
 * The writes by which a property or an event type begins and ends to use uploaded photos, to be committed with its list; none if
 * its list stays. Refuses a photo that the account does not have. A conflict in them means that somebody else changed who uses
 * the photo, or removed it: decide again.
 */
export async function usePhotos(
  deps: Pick<Dependencies, 'store' | 'clock' | 'ids'>,
  { accountId, actor }: Pick<Caller, 'accountId' | 'actor'>,
  { userId, before = [], after = [] }: PhotoUse,
): Promise<Result<UsedPhotos, Refusal>> {
  if (before === after) return ok({ ...listed(after), writes: {} })
  const earlierIds = idsOf(before)
  const found = await readPhotos(deps, accountId, new Set([...earlierIds, ...idsOf(after)]))
  const checked = checkList(after, found, userId)
  if (!checked.ok) return checked
  const laterIds = idsOf(checked.value)
  const changes = [...found.values()].flatMap((photo): readonly [string, Write][] => {
    const { id, userIds } = photo
    if (earlierIds.has(id) === laterIds.has(id)) return []
    const others = userIds.filter((each) => each !== userId)
    const next = withUsers(deps, photo, laterIds.has(id) ? [...others, userId] : others)
    return [
      [`photo ${id}`, uploadedPhotoEntity.replace(photo, { ...next, actor })],
      ...(next.removeAtEpochSeconds === undefined
        ? []
        : [[`unused ${id}`, removalTask(deps, next)] as [string, Write]]),
    ]
  })
  return ok({ ...listed(checked.value), writes: Object.fromEntries(changes) })
}

const listed = (photos: readonly Photo[]) => (photos.length === 0 ? {} : { photos })

/** The ids of the uploaded photos in a list; perhaps also those of other servers. */
const idsOf = (photos: readonly Photo[]): ReadonlySet<string> =>
  new Set(photos.flatMap(({ url }) => sizeAtPath(url)?.photoId ?? []))

async function readPhotos(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, UploadedPhoto>> {
  if (ids.size === 0) return new Map()
  const keys = [...ids].map((id) => photoKey(accountId, id))
  const items = await store.getMany(keys, { consistent: true })
  const photos = items.flatMap((item) => (item ? uploadedPhotoEntity.decode(item) : []))
  return new Map(photos.map((photo) => [photo.id, photo]))
}

/** The list with the paths and sizes of uploaded photos, however they are written. */
function checkList(
  photos: readonly Photo[],
  found: ReadonlyMap<string, UploadedPhoto>,
  userId: string,
): Result<readonly Photo[], Refusal> {
  const checked: Photo[] = []
  for (const [index, photo] of photos.entries()) {
    const named = sizeAtPath(photo.url)
    const uploaded = named && found.get(named.photoId)
    if (named === undefined || uploaded === undefined) {
      if (photo.url.startsWith('/')) return unknownPhoto(index, 'url')
      const foreign = photo.sizes?.findIndex(({ url }) => url.startsWith('/')) ?? -1
      if (foreign >= 0) return unknownPhoto(index, `sizes/${foreign}/url`)
      checked.push(photo)
      continue
    }
    const { id, sizes, userIds } = uploaded
    if (!sizes.some(({ widthPixels }) => widthPixels === named.widthPixels)) {
      return unknownPhoto(index, 'url')
    }
    const other = photo.sizes?.findIndex(({ url }) => sizeAtPath(url)?.photoId !== id) ?? -1
    if (other >= 0) {
      return invalid(`/photos/${index}/sizes/${other}/url`, 'must be a size of the uploaded photo')
    }
    if (userIds.length >= USERS_MAX && !userIds.includes(userId)) {
      return invalid(`/photos/${index}/url`, `is used ${USERS_MAX} times; upload another file`)
    }
    const url = pathOfSize(id, named.widthPixels)
    checked.push({ url, alt: photo.alt, sizes: sizesOfPhoto(uploaded) })
  }
  return ok(checked)
}

const unknownPhoto = (index: number, member: string) =>
  invalid(
    `/photos/${index}/${member}`,
    'is no uploaded photo of this account; one that nothing uses is removed after a day: upload it again',
  )

/** A photo with other users. Without any, it is removed after a while. */
function withUsers(
  deps: Pick<Dependencies, 'clock'>,
  photo: UploadedPhoto,
  userIds: readonly string[],
): UploadedPhoto {
  const { removeAtEpochSeconds: _, ...rest } = photo
  return {
    ...rest,
    userIds,
    ...(userIds.length === 0 && { removeAtEpochSeconds: removalFromNow(deps) }),
    version: photo.version + 1,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
}
