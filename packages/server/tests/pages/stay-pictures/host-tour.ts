import { signInByKey } from '../support/sign-in-by-key.ts'
import { handsOf, type Tour } from './guest-tour.ts'
import { day } from './stay-world.ts'

/** Shows a part of the dashboard, and takes a picture of it. */
function guideOf({ visitor, camera, url }: Tour) {
  const open = async (path: string, text: RegExp) => {
    await visitor.open(`${url}/dashboard${path}`)
    await visitor.see(text)
  }
  const show = async (path: string, text: RegExp, name: string, title: string) => {
    await open(path, text)
    await camera.take(name, title)
  }
  return { open, show }
}

/** What the house consists of. */
async function showHouse(tour: Tour): Promise<void> {
  const { visitor, camera, world } = tour
  const { inn } = world
  const { open, show } = guideOf(tour)
  const { tap } = handsOf(tour)
  const house = `/properties/${inn.propertyId}`
  await show('/properties', /Guest house/, 'host-01-properties', 'Properties and rate plans')
  await visitor.click('button', /^(Add property|Unterkunft hinzufügen)$/)
  await camera.take('host-02-new-property', 'A new property')
  await show(house, /Room 6/, 'host-03-property', 'A property: today, units, what guests book')
  await visitor.click('button', /^(Edit|Bearbeiten): Room 4$/)
  await visitor.click('button', /^(Put out of order|Außer Betrieb setzen)$/)
  await camera.take('host-04-unit', 'A unit, out of order')
  await open(house, /Room 6/)
  await visitor.click('button', /^(Edit|Bearbeiten): Cabin$/)
  await visitor.click('button', /^(Make bookings of|Aufenthalte des Kalenders)/)
  await camera.take('host-05-adopt', 'Stays of a calendar become bookings')
  await open(house, /Room 6/)
  await visitor.click('button', /^(Make bookable|Buchbar machen): Room 4$/)
  await camera.take('host-06-new-type', 'What guests can book in a unit')
  await open(`/properties/types/${inn.doubles.id}`, /Double room/)
  await camera.take('host-07-type-1', 'What guests book: the first tab')
  for (const tab of [1, 2, 3, 4]) {
    await tap('[role=tab]', tab)
    await camera.take(`host-07-type-${tab + 1}`, `What guests book: tab ${tab + 1}`)
  }
}

/** Rate plans, with seasons and restrictions. */
async function showPlans(tour: Tour): Promise<void> {
  const { driver, camera, world } = tour
  const { doubles } = world.inn
  const { open, show } = guideOf(tour)
  const [flexible, saver] = doubles.plans
  await open(`/properties/plans/${flexible?.id}`, /Flexible/)
  await driver.execute("for (const each of document.querySelectorAll('details')) each.open = true")
  await camera.take('host-08-plan', 'A rate plan with all of its parts')
  await show(
    `/properties/plans/${saver?.id}`,
    /Saver/,
    'host-09-saver',
    'A plan that follows another',
  )
}

/** The calendar, and the lists. */
async function showStays(tour: Tour): Promise<void> {
  const { visitor, camera } = tour
  const { show } = guideOf(tour)
  await show('', /Hopper/, 'host-10-calendar', 'The calendar, a week')
  await visitor.click('button', /^(Month|Monat)$/)
  await visitor.see(/Hopper/)
  await camera.take('host-11-month', 'The calendar, a month')
  await visitor.click('button', /^(Providers|Anbieter)$/)
  await visitor.see(/Room 6/)
  await camera.take('host-12-units', 'The calendar, a day of all units')
  await visitor.click('button', /^(List|Liste)$/)
  await visitor.see(/Hopper/)
  await camera.take('host-13-list', 'The calendar as a list')
  await show('/bookings', /Byron/, 'host-14-bookings', 'Bookings')
  await show('/approvals', /Lamarr/, 'host-15-approvals', 'Approvals')
  await show('/payments', /./, 'host-16-payments', 'Payments')
}

/** A stay, and what the desk does with it. */
async function showStay(tour: Tour): Promise<void> {
  const { visitor, camera, world } = tour
  const { open } = guideOf(tour)
  const { split, arriving, stay, request } = world
  const openStay = (id: string, name: RegExp) => open(`/bookings/${id}`, name)
  await openStay(stay.id, /Hamilton/)
  await camera.take('host-20-stay', 'A stay, with its order')
  await visitor.click('button', /^(Change dates|Reschedule|Verschieben|Daten ändern)/)
  await camera.take('host-21-move', 'Other dates for a stay')
  await openStay(stay.id, /Hamilton/)
  await visitor.click('button', /^(Change unit|Einheit ändern)/)
  await camera.take('host-22-unit', 'Another unit for a stay')
  await openStay(stay.id, /Hamilton/)
  await visitor.click('button', /^(Cancel booking|Buchung stornieren|Stornieren)/)
  await camera.take('host-23-cancel', 'A stay is cancelled')
  await openStay(arriving.id, /Byron/)
  await camera.take('host-24-arriving', 'A stay that begins today, partly paid')
  await openStay(split.id, /Hopper/)
  await camera.take('host-25-split', 'A stay that changed its unit')
  await openStay(request.id, /Lamarr/)
  await camera.take('host-26-request', 'A request')
}

/** A caller takes a room. */
async function bookByPhone(tour: Tour): Promise<void> {
  const { visitor, driver, camera } = tour
  const { open } = guideOf(tour)
  const { choose, type, wait } = handsOf(tour)
  await open('/bookings', /Byron/)
  await visitor.click('button', /^(New booking|Neue Buchung)$/)
  await wait('[role=dialog] select option:nth-of-type(4)')
  const double = `return [...document.querySelector('[role=dialog] select').options]
    .findIndex(({ text }) => text.startsWith('Double room'))`
  await choose('[role=dialog] select', Number(await driver.execute(double)))
  await type('[role=dialog] input[type=date]', day(8))
  await type('[role=dialog] input[type=date]', day(11), 1)
  await visitor.see(/Flexible/)
  await camera.take('host-30-new-booking', 'A stay by phone')
}

/** Shows all that the house sees. */
export async function tourOfHost(tour: Tour): Promise<void> {
  await signInByKey(tour.visitor, tour.url)
  if (tour.language === 'de') {
    await tour.driver.execute("localStorage.setItem('holdfast.language', 'de')")
  }
  await showHouse(tour)
  await showPlans(tour)
  await showStays(tour)
  await showStay(tour)
  await bookByPhone(tour)
}
