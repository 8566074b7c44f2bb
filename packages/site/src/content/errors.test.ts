import { PROBLEM_CODES, Problem } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import { errorPages, exampleProblem } from './errors.ts'

const DOCUMENT = {
  info: { version: '1', description: '' },
  tags: [],
  paths: {
    '/v1/bookings': {
      post: {
        operationId: 'createBooking',
        summary: 'Create a booking',
        tags: ['Bookings'],
        responses: { 409: { description: '`slot_taken`: Time already taken.' } },
      },
    },
  },
  components: { schemas: {} },
}

test('every code has a page, and the first page lists all of them', () => {
  const [index, ...pages] = errorPages(DOCUMENT)
  expect(pages.map(({ name }) => name).sort()).toEqual(
    PROBLEM_CODES.map((code) => `errors/${code}`).sort(),
  )
  expect(PROBLEM_CODES.filter((code) => !index?.html.includes(`/docs/errors/${code}"`))).toEqual([])
})

test('the page of a code has its status, its example and the calls that answer it', () => {
  const page = errorPages(DOCUMENT).find(({ name }) => name === 'errors/slot_taken')
  expect(page?.html).toContain('<code>409</code>')
  expect(page?.html).toContain('Read the slots again and offer them to the booker.')
  expect(page?.html).toContain('&quot;/problems/slot_taken&quot;')
  expect(page?.html).toContain('<a href="/docs/api/bookings#createBooking">Create a booking</a>')
})

test.each(PROBLEM_CODES)('the example of %s is a problem as the contract describes it', (code) => {
  const example = exampleProblem(code)
  expect(Problem.parse(example)).toEqual(example)
})
