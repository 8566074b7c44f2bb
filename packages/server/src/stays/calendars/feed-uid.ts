const UID = /^(cev_[0-9a-z]{26})@holdfast$/

/** The UID of an event in the feed of its calendar. */
export const feedUid = (eventId: string): string => `${eventId}@holdfast`

/** The event of which a feed has this UID; undefined: no feed has. */
export const feedUidEvent = (uid: string): string | undefined => UID.exec(uid)?.[1]
