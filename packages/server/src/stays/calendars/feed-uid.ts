import { idOfOwnUid } from '../../kernel/own-uid.ts'

const EVENT_ID = /^cev_[0-9a-z]{26}$/

/** The id of the event that has this UID in a feed; undefined if it is not an event of our calendars. */
export function feedUidEvent(uid: string): string | undefined {
  const id = idOfOwnUid(uid)
  return id !== undefined && EVENT_ID.test(id) ? id : undefined
}
