import { isFramed } from './host-page.ts'

/** What a tab keeps of a booking page for a reload. */
type Kept = 'hold' | 'form' | 'booked'

/** Several frames of a site share the storage. `embed.js` names each of them. */
const keyOf = (what: Kept): string =>
  isFramed ? `holdfast.${what} ${window.name}` : `holdfast.${what}`

/** Keeps a value in this tab, at an address, or removes it. The browser may deny storage. */
export function keepInTab(what: Kept, address: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(keyOf(what))
    else sessionStorage.setItem(keyOf(what), JSON.stringify({ address, value }))
  } catch {
    // Without storage, a reload loses it.
  }
}

/** The value that `keepInTab` kept at this address. The caller names the type that it keeps there. */
export function keptInTab<Value>(what: Kept, address: string): Value | undefined {
  try {
    // Only `keepInTab` writes under this key.
    const kept = JSON.parse(sessionStorage.getItem(keyOf(what)) ?? 'null') as {
      readonly address: string
      readonly value: Value
    } | null
    return kept?.address === address ? kept.value : undefined
  } catch {
    return undefined
  }
}

/** For so long after it was last shown, a tab shows again what was booked in it. Later, its reader may be somebody else on a shared device. */
const BOOKED_MS = 30 * 60_000

interface KeptBooked<Value> {
  readonly value: Value
  readonly shownAtMs: number
}

/** Keeps what was booked in this tab on this page, or lets it begin another booking. */
export const keepBookedInTab = (value: object | undefined): void =>
  keepInTab('booked', wholeAddress(), value && { value, shownAtMs: Date.now() })

/** What `keepBookedInTab` kept on this page within the last 30 minutes. */
export function bookedInTab<Value>(): Value | undefined {
  const kept = keptInTab<KeptBooked<Value>>('booked', wholeAddress())
  return kept && Date.now() - kept.shownAtMs < BOOKED_MS ? kept.value : undefined
}

/** The whole address: a link with other values in its query or fragment asks for something else. */
export const wholeAddress = (): string => `${location.pathname}${location.search}${location.hash}`
