import { expect, test } from 'vitest'

test("a zoned test runs in its project's time zone", () => {
  // Noon UTC on 27 April 2026 is 08:00 in New York and 01:00 of the next day in Apia.
  const hours = { UTC: 12, 'America/New_York': 8, 'Pacific/Apia': 1 }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect({ [timeZone]: new Date(Date.UTC(2026, 3, 27, 12)).getHours() }).toEqual(
    Object.fromEntries(Object.entries(hours).filter(([zone]) => zone === process.env.TZ)),
  )
})
