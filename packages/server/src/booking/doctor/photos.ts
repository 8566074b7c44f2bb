import { isId } from '@holdfast/engine'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import type { VisitedItem } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { EventType } from '../event-types/event-type.ts'
import { bookingFinding } from '../findings.ts'
import { eventTypeKey, photoKey, photoSizeKey, propertyKey } from '../keys.ts'
import type { Photo } from '../photos/photo.ts'
import { type PhotoSize, sizeAtPath, type UploadedPhoto } from '../photos/uploaded-photo.ts'
import type { Property } from '../properties/property.ts'

const keyOfUser = (userId: string): ItemKey =>
  isId('property', userId) ? propertyKey(userId) : eventTypeKey(userId)

/** The photos of a property or an event type that are paths on this server. */
const uploadedIn = (photos: readonly Photo[] = []): readonly string[] =>
  photos.flatMap(({ url }) => (url.startsWith('/') ? (sizeAtPath(url)?.photoId ?? []) : []))

/** What was read of one photo. */
interface PhotoFacts {
  photo: UploadedPhoto | undefined
  /** The widths whose files exist. */
  readonly widths: Set<number>
  /** The properties and event types whose lists name it, with their accounts. */
  readonly users: Map<string, string>
}

/**
 * The rule that each uploaded photo has its files, and records exactly the properties and event types that name it: the record
 * decides whether it is removed. Its facts are each photo, each file and each use.
 */
export const photoRule = joinRule<
  { photo: UploadedPhoto; photo_size: PhotoSize; property: Property; event_type: EventType },
  PhotoFacts
>({
  empty: () => ({ photo: undefined, widths: new Set(), users: new Map() }),
  visit({ at }) {
    const visitUser = ({ value }: VisitedItem<Property | EventType>) => {
      for (const photoId of uploadedIn(value?.photos)) {
        if (value) at(photoId).users.set(value.id, value.accountId)
      }
    }
    return {
      photo({ sortId, value }) {
        if (value) at(sortId).photo = value
      },
      photo_size({ value }) {
        if (value) at(value.photoId).widths.add(value.widthPixels)
      },
      property: visitUser,
      event_type: visitUser,
    }
  },
  *findings(photoId, { photo, widths, users }) {
    if (photo === undefined) {
      for (const width of widths) {
        const key = photoSizeKey(photoId, width)
        yield bookingFinding('photo_size_orphaned', [key], 'The photo of this file does not exist.')
      }
    }
    for (const [userId, accountId] of users) {
      const keys = [photoKey(accountId, photoId), keyOfUser(userId)]
      if (photo?.accountId !== accountId) {
        yield bookingFinding(
          'photo_missing',
          keys,
          'It names a photo that its account does not have.',
        )
      } else if (!photo.userIds.includes(userId)) {
        const sentence =
          'It names the photo, but the photo does not record it and could be removed.'
        yield bookingFinding('photo_user_missing', keys, sentence)
      }
    }
    if (photo === undefined) return
    const key = photoKey(photo.accountId, photoId)
    for (const { widthPixels } of photo.sizes) {
      if (widths.has(widthPixels)) continue
      const keys = [photoSizeKey(photoId, widthPixels), key]
      yield bookingFinding(
        'photo_size_missing',
        keys,
        'The file of a size of the photo does not exist.',
      )
    }
    for (const userId of photo.userIds) {
      if (users.has(userId)) continue
      const sentence = 'The photo records a user that does not name it, so it is never removed.'
      yield bookingFinding('photo_user_stale', [key, keyOfUser(userId)], sentence)
    }
  },
})
