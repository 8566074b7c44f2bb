import { expect, test } from 'vitest'
import type { FreeBusyRequest } from '../kernel/ports/free-busy.ts'
import { reportingReaders } from './reporting-readers.ts'

test('an error of a reader is reported to the operator and passed on unchanged', async () => {
  const reported: unknown[] = []
  const readers = reportingReaders(
    {
      ical: { getFreeBusy: () => Promise.reject(new Error('the vault is locked')) },
      google: { getFreeBusy: async () => ({ kind: 'unchanged' }) },
    },
    (kind, error) => reported.push(`${kind}: ${String(error)}`),
  )
  const request = {} as FreeBusyRequest
  await expect(readers.ical?.getFreeBusy(request)).rejects.toThrow('the vault is locked')
  expect(await readers.google?.getFreeBusy(request)).toEqual({ kind: 'unchanged' })
  expect(readers.outlook).toBeUndefined()
  expect(reported).toEqual(['ical: Error: the vault is locked'])
})
