import type { CalendarStay } from '../ports/unit-calendars.ts'

/** The bounds of a booking's metadata. */
const KEYS_MAX = 50
const KEY_LENGTH = 40
const TEXT_LENGTH = 500

/** A text under a key, and under `key_2`, `key_3` … as far as one value is too short for it. No character is cut in two. */
function parts(key: string, text: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  for (let rest = text; rest !== ''; ) {
    const isCut = /[\ud800-\udbff]/.test(rest.charAt(TEXT_LENGTH - 1))
    const length = isCut ? TEXT_LENGTH - 1 : TEXT_LENGTH
    found.push([found.length === 0 ? key : `${key}_${found.length + 1}`, rest.slice(0, length)])
    rest = rest.slice(length)
  }
  return found
}

/**
 * What the account wrote to a stay, as the metadata of its booking: nothing is lost, and its booker reads none of it. Custom values
 * that are short texts keep their names; others are one JSON text, `extendedProps`.
 */
export function ownDataOf({
  title,
  description = '',
  extendedProps = {},
  guest,
}: Pick<CalendarStay, 'title' | 'description' | 'extendedProps' | 'guest'>): Readonly<
  Record<string, string>
> {
  // The public page names the guest in custom values.
  const { guestName, guestEmail, ...others } = extendedProps
  const isOfPage = guest && guestName === guest.name && guestEmail === guest.email
  const custom = Object.entries(isOfPage ? others : extendedProps)
  const texts = [
    // Without a guest, the booking is of the person whom the title names.
    ...(guest && title !== guest.name ? parts('title', title) : []),
    ...parts('description', description),
  ]
  const taken = new Set(texts.map(([key]) => key))
  const isPlain =
    custom.length + texts.length <= KEYS_MAX &&
    custom.every(
      ([key, value]) =>
        typeof value === 'string' &&
        key !== '' &&
        key.length <= KEY_LENGTH &&
        value.length <= TEXT_LENGTH &&
        !taken.has(key),
    )
  // The cast: plain values are texts.
  const own = isPlain
    ? (custom as readonly (readonly [string, string])[])
    : parts('extendedProps', JSON.stringify(Object.fromEntries(custom)))
  return Object.fromEntries([...texts, ...own])
}
