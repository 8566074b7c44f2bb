const UID = /^(cev_[0-9a-z]{26})@holdfast$/

/** The UID of an event, a booking or a session in a feed. */
export const feedUid = (id: string): string => `${id}@holdfast`

/** The id of the event that has this UID in a feed; undefined if it is not a UID of our feeds. */
export const feedUidEvent = (uid: string): string | undefined => UID.exec(uid)?.[1]
