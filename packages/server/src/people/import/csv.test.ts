import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

const rows = (text: string) => [...readCsv(text)].map(({ line, cells }) => ({ line, cells }))

test('cells may be quoted, with separators, quotes and line breaks, and each row has its line', () => {
  const text =
    'name,email\r\n"Berg, Nora",nora@example.com\r\n"Nick ""N"" No\nName",\r\n\r\n , \r\nLast,x'
  expect(rows(text)).toEqual([
    { line: 1, cells: ['name', 'email'] },
    { line: 2, cells: ['Berg, Nora', 'nora@example.com'] },
    { line: 3, cells: ['Nick "N" No\nName', ''] },
    { line: 7, cells: ['Last', 'x'] },
  ])
})

test.each([
  [';', 'name;email\nA, B;a@example.com\n'],
  ['tab', 'name\temail\nA, B\ta@example.com'],
  ['comma, with a byte order mark', '\ufeffname,email\n"A, B",a@example.com'],
])('the separator is the one of the first line: %s', (_, text) => {
  expect(rows(text)).toEqual([
    { line: 1, cells: ['name', 'email'] },
    { line: 2, cells: ['A, B', 'a@example.com'] },
  ])
})

test('an empty file has no rows, and a quote that is not closed ends with the file', () => {
  expect(rows('')).toEqual([])
  expect(rows('\n\n')).toEqual([])
  expect([...readCsv('"x","a,""b""\nc')]).toEqual([
    { line: 1, cells: ['x', 'a,"b"\nc'], isOpen: true },
  ])
  expect([...readCsv('"x","a,""b"""')]).toMatchObject([{ isOpen: false }])
})
