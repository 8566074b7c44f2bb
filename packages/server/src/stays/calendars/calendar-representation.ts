import { formatDate } from '@holdfast/engine'
import { instantText, wallTimeText } from '../../kernel/representations.ts'
import { changeRepresentation } from '../../kernel/resource.ts'
import type { Calendar } from './calendar.ts'

/** The representation of a calendar. Closed nights are half-open date ranges. */
export const calendarRepresentation = (calendar: Calendar) => ({
  id: calendar.id,
  version: calendar.version,
  name: calendar.name,
  timeZone: calendar.timeZone,
  exclusive: calendar.exclusive,
  stayPolicy: calendar.stayPolicy
    ? {
        minNights: calendar.stayPolicy.minNights,
        maxNights: calendar.stayPolicy.maxNights,
        arrivalWeekdays: calendar.stayPolicy.arrivalWeekdays,
        departureWeekdays: calendar.stayPolicy.departureWeekdays,
        closedNights: calendar.stayPolicy.closedNights.map(({ fromDay, toDay }) => ({
          from: formatDate(fromDay),
          to: formatDate(toDay),
        })),
        maxAdvanceDays: calendar.stayPolicy.maxAdvanceDays,
        checkInTime: wallTimeText(calendar.stayPolicy.checkInMinute),
        checkOutTime: wallTimeText(calendar.stayPolicy.checkOutMinute),
      }
    : null,
  email: calendar.email ?? null,
  publicStays: calendar.publicStays ?? false,
  feeds: {
    details: calendar.feedTokenHash !== undefined,
    availability: calendar.availabilityFeedTokenHash !== undefined,
  },
  removal: calendar.removal
    ? {
        requestedAt: instantText(calendar.removal.requestedAtEpochSeconds),
        removedItems: calendar.removal.removedItems,
      }
    : null,
  ...changeRepresentation(calendar),
})
