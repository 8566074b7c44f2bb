import { createGoogleVendor } from '../adapters/vendors/google.ts'
import { createMicrosoftVendor } from '../adapters/vendors/microsoft.ts'
import type { CalendarVendors } from '../external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../kernel/ports/outbound-http.ts'
import type { Config } from './config.ts'

/** Opens the calendar vendors for which the settings have an OAuth client. */
export const openVendors = (
  { google, outlook }: Pick<Config, 'google' | 'outlook'>,
  outbound: OutboundHttp,
): CalendarVendors => ({
  ...(google && { google: createGoogleVendor({ ...google, outbound }) }),
  ...(outlook && { outlook: createMicrosoftVendor({ ...outlook, outbound }) }),
})
