import { createGoogleVendor } from '../../src/adapters/vendors/google.ts'
import { createMicrosoftVendor } from '../../src/adapters/vendors/microsoft.ts'
import type {
  CalendarVendor,
  VendorKind,
} from '../../src/external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../../src/kernel/ports/outbound-http.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import {
  type MicrosoftGraphServer,
  startMicrosoftGraph,
} from '../support/microsoft-graph-server.ts'
import { storeWith } from '../support/store-with.ts'

/** A test server of a vendor, and the adapter for it. */
export interface Vendor {
  readonly kind: VendorKind
  readonly server: GoogleCalendarServer | MicrosoftGraphServer
  readonly vendor: CalendarVendor
  /** The scope for read and write access. */
  readonly scope: string
  /** The scope for read access only. */
  readonly readingScope: string
  /** The events in the owner's calendar by start: `2026-04-21T09:00Z An hour: Ada`. */
  readonly shown: (calendarId?: string) => readonly string[]
}

const instant = (time: unknown): string => {
  const { dateTime } = time as { readonly dateTime: string }
  const text = /(?:Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime.slice(0, 19)}Z`
  return new Date(text).toISOString().replace(':00.000', '')
}

const scopesOf = (vendor: CalendarVendor, writesBack: boolean): string =>
  new URL(
    vendor.authorizationUrl({
      state: 'state',
      codeChallenge: 'challenge',
      redirectUri: 'https://holdfast.example/callback',
      writesBack,
    }),
  ).searchParams.get('scope') ?? ''

const scopes = (vendor: CalendarVendor) => ({
  scope: scopesOf(vendor, true),
  readingScope: scopesOf(vendor, false),
})

/** Starts a test server of a vendor and creates the adapter for it. */
export async function startVendor(kind: VendorKind, outbound: OutboundHttp): Promise<Vendor> {
  if (kind === 'google') {
    const server = await startGoogleCalendar()
    const { clientId, clientSecret, origin: endpoint } = server
    const vendor = createGoogleVendor({ outbound, clientId, clientSecret, endpoint })
    const shown = (calendarId?: string) =>
      server.events(calendarId).map(({ start, summary }) => `${instant(start)} ${String(summary)}`)
    return { kind, server, vendor, ...scopes(vendor), shown }
  }
  const server = await startMicrosoftGraph()
  const { clientId, clientSecret, tenant, origin: endpoint } = server
  const vendor = createMicrosoftVendor({ outbound, clientId, clientSecret, tenant, endpoint })
  const shown = (calendarId?: string) =>
    server.events(calendarId).map(({ start, subject }) => `${instant(start)} ${String(subject)}`)
  return { kind, server, vendor, ...scopes(vendor), shown }
}

/** How many tasks of calendar sync ended how. */
export interface WorkDone {
  readonly done: number
  readonly retried: number
  readonly dead: number
}

/** A store that fails once, when the result of a call to a vendor is recorded. */
export function failingAtRecord(store: Store): Store {
  let hasFailed = false
  return storeWith(store, {
    transact: async (writes, token) => {
      const isRecord = writes.some(
        (write) => 'item' in write && write.item.shownBookingVersion !== undefined,
      )
      if (isRecord && !hasFailed) {
        hasFailed = true
        throw new Error('the process ended here')
      }
      return await store.transact(writes, token)
    },
  })
}
