import { isId } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { createSecrets } from '../../adapters/system/secrets.ts'
import { derivedEventId } from './derived-event-id.ts'

const secrets = createSecrets(new Uint8Array(32))
const AT = Date.parse('2026-04-20T08:00:00Z')

test('a cause has the same event id each time, and another cause or time has another one', () => {
  const id = derivedEventId(secrets, 'bkg_1#remind', AT)
  expect(derivedEventId(secrets, 'bkg_1#remind', AT)).toBe(id)
  expect(derivedEventId(secrets, 'bkg_1#complete', AT)).not.toBe(id)
  expect(derivedEventId(secrets, 'bkg_1#remind', AT + 1)).not.toBe(id)
})

test('a derived id has the form of all ids of events, with the time of its cause', () => {
  const id = derivedEventId(secrets, 'bkg_1#remind', AT)
  expect(isId('event', id)).toBe(true)
  expect(id.slice(0, 14)).toBe('evn_01kpmyej00')
})
