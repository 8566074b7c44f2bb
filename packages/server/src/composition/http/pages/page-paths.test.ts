import { expect, test } from 'vitest'
import { pagesAt } from './page-paths.ts'

const subjectsAt = (path: string) => pagesAt(path).map(({ file, subject }) => [file, subject])

const eventType = (providerSlug: string, eventTypeSlug: string) => ({
  kind: 'event_type',
  providerSlug,
  eventTypeSlug,
})

test.each([
  [
    '/a/lake',
    [
      ['booking.html', eventType('a', 'lake')],
      ['directory.html', { kind: 'directory', accountSlug: 'lake' }],
    ],
  ],
  [
    '/a/lake/ada',
    [['provider.html', { kind: 'provider', accountSlug: 'lake', providerSlug: 'ada' }]],
  ],
  ['/a/lake/ada/visit', [['booking.html', { ...eventType('ada', 'visit'), accountSlug: 'lake' }]]],
  [
    '/embed/a/lake/ada/visit',
    [['booking.html', { ...eventType('ada', 'visit'), accountSlug: 'lake' }]],
  ],
  ['/embed/a/visit', [['booking.html', eventType('a', 'visit')]]],
  ['/a', [['provider.html', { kind: 'provider', providerSlug: 'a' }]]],
  ['/ada/visit', [['booking.html', eventType('ada', 'visit')]]],
  ['/sign-in', [['sign-in.html', undefined]]],
  ['/sign-in/visit', [['booking.html', eventType('sign-in', 'visit')]]],
  ['/pay/pay_1', [['pay.html', { kind: 'payment', paymentId: 'pay_1' }]]],
  ['/manage/bkg_1', [['manage.html', { kind: 'booking', bookingId: 'bkg_1' }]]],
  ['/embed/manage/bkg_1', [['manage.html', { kind: 'booking', bookingId: 'bkg_1' }]]],
  ['/manage/a/lake', [['own-bookings.html', { kind: 'own_bookings', accountSlug: 'lake' }]]],
  ['/manage/grp_1', [['manage.html', { kind: 'group', groupId: 'grp_1' }]]],
  ['/manage/wtl_1', [['manage.html', { kind: 'waitlist_entry', entryId: 'wtl_1' }]]],
  ['/stays/ppt_1', [['stay-search.html', { kind: 'property', propertyId: 'ppt_1' }]]],
  ['/stays/cal_1/cev_1', [['guest-stay.html', { kind: 'stay', stayId: 'cev_1' }]]],
])('the path %s is that of a page', (path, pages) => {
  expect(subjectsAt(path)).toEqual(pages)
})

test.each([
  '/v1/ada',
  '/docs/x',
  '/metrics',
  '/directory/x',
  '/a/lake/ada/visit/x',
  '/a/Lake',
  '/embed/manage/grp_1',
  '/embed/pay/pay_1',
  '/x/y/z',
])('the path %s is that of no page', (path) => {
  expect(pagesAt(path)).toEqual([])
})
