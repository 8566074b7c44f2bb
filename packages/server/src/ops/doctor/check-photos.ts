import { isId } from '@holdfast/engine'
import { eventTypeKey, photoKey, photoSizeKey, propertyKey } from '../../booking/keys.ts'
import type { Photo } from '../../booking/photos/photo.ts'
import { sizeAtPath } from '../../booking/photos/uploaded-photo.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { finding } from './finding.ts'

const keyOfUser = (userId: string): ItemKey =>
  isId('property', userId) ? propertyKey(userId) : eventTypeKey(userId)

/** The photos of a property or an event type that are paths on this server. */
const uploadedIn = (photos: readonly Photo[] = []): readonly string[] =>
  photos.flatMap(({ url }) => (url.startsWith('/') ? (sizeAtPath(url)?.photoId ?? []) : []))

/** What was read of one photo. */
interface PhotoFacts {
  photo?: Extract<ClassifiedItem, { readonly kind: 'photo' }>['value']
  /** The widths whose files exist. */
  readonly widths: Set<number>
  /** The properties and event types whose lists name it, with their accounts. */
  readonly users: Map<string, string>
}

/**
 * Checks that each uploaded photo has its files, and records exactly the properties and event types that name it: the record
 * decides whether it is removed. Its facts are each photo, each file and each use.
 */
export function photosCheck(inShare: InShare): Check {
  const photos = new Map<string, PhotoFacts>()
  let factCount = 0

  const factsOf = (photoId: string): PhotoFacts => {
    const facts = photos.get(photoId) ?? { widths: new Set<number>(), users: new Map() }
    photos.set(photoId, facts)
    factCount += 1
    return facts
  }

  return {
    visit(entry) {
      if (entry.kind === 'photo' && entry.value && inShare(entry.sortId)) {
        factsOf(entry.sortId).photo = entry.value
      }
      if (entry.kind === 'photo_size' && entry.value && inShare(entry.value.photoId)) {
        factsOf(entry.value.photoId).widths.add(entry.value.widthPixels)
      }
      if ((entry.kind !== 'property' && entry.kind !== 'event_type') || !entry.value) return
      const { id, accountId, photos: listed } = entry.value
      for (const photoId of uploadedIn(listed)) {
        if (inShare(photoId)) factsOf(photoId).users.set(id, accountId)
      }
    },
    get factCount() {
      return factCount
    },
    *findings() {
      for (const [photoId, facts] of photos) yield* findingsOf(photoId, facts)
    },
  }
}

function* findingsOf(photoId: string, { photo, widths, users }: PhotoFacts): Iterable<Finding> {
  if (photo === undefined) {
    for (const width of widths) {
      const key = photoSizeKey(photoId, width)
      yield finding('photo_size_orphaned', [key], 'The photo of this file does not exist.')
    }
  }
  for (const [userId, accountId] of users) {
    const keys = [photoKey(accountId, photoId), keyOfUser(userId)]
    if (photo?.accountId !== accountId) {
      yield finding('photo_missing', keys, 'It names a photo that its account does not have.')
    } else if (!photo.userIds.includes(userId)) {
      const sentence = 'It names the photo, but the photo does not record it and could be removed.'
      yield finding('photo_user_missing', keys, sentence)
    }
  }
  if (photo === undefined) return
  const key = photoKey(photo.accountId, photoId)
  for (const { widthPixels } of photo.sizes) {
    if (widths.has(widthPixels)) continue
    const keys = [photoSizeKey(photoId, widthPixels), key]
    yield finding('photo_size_missing', keys, 'The file of a size of the photo does not exist.')
  }
  for (const userId of photo.userIds) {
    if (users.has(userId)) continue
    const sentence = 'The photo records a user that does not name it, so it is never removed.'
    yield finding('photo_user_stale', [key, keyOfUser(userId)], sentence)
  }
}
