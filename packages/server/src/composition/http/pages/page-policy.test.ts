import { expect, test } from 'vitest'
import { FRAMED, framedBy, imageSource, OWN, withImage } from './page-policy.ts'

test.each([
  ['https://cdn.example.com/logos/a.svg?v=2#x', 'https://cdn.example.com/logos/a.svg'],
  ['https://cdn.example.com:8443/a.png', 'https://cdn.example.com:8443/a.png'],
  ['https://example.com/a;b,c.svg', 'https://example.com/a%3Bb%2Cc.svg'],
  ['https://example.com/a b.svg', 'https://example.com/a%20b.svg'],
  ['https://münchen.example/a.svg', 'https://xn--mnchen-3ya.example/a.svg'],
])('the policy allows %s as %s', (url, source) => {
  expect(imageSource(url)).toBe(source)
})

test.each([
  'http://example.com/a.svg',
  'https://*/a.svg',
  'https://*.example.com/a.svg',
  'data:,',
  'x',
])('the policy does not allow %s', (url) => {
  expect(imageSource(url)).toBeUndefined()
})

test('an image is added to the images alone, and all else stays forbidden', () => {
  for (const headers of [OWN, FRAMED]) {
    const before = headers['content-security-policy'].split('; ')
    const after = withImage(headers, 'https://example.com/$&.svg')['content-security-policy'].split(
      '; ',
    )
    expect(after.filter((each) => !before.includes(each))).toEqual([
      "img-src 'self' data: https://example.com/$&.svg",
    ])
    expect(after).toHaveLength(before.length)
  }
})

test('the sites that may frame a page are exactly those that are named', () => {
  const origins = ['https://a.example', 'http://localhost:3000']
  const before = OWN['content-security-policy'].split('; ')
  const after = framedBy(OWN, origins)['content-security-policy'].split('; ')
  expect(after.filter((each) => !before.includes(each))).toEqual([
    'frame-ancestors https://a.example http://localhost:3000',
  ])
  expect(before.filter((each) => !after.includes(each))).toEqual(["frame-ancestors 'none'"])
})
