import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'

/** Paths whose requests nobody can get wrong, so that they document no response of 4xx. */
const WITHOUT_4XX = ['/docs', '/healthz', '/openapi.json', '/readyz']

// Three seconds alone, and many times that on a busy machine.
const TIMEOUT_MILLISECONDS = 120_000

const RULES = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'tag-description': 'error',
  'operation-description': 'error',
  'no-ambiguous-paths': 'error',
} as const

const BY_SLUG = '/v1/event-types/by-slug/{slug}'

/** Pairs of paths whose templates match the same paths, and why no value does. */
const AMBIGUOUS: readonly (readonly [one: string, other: string, why: string])[] = [
  ...['activate', 'deactivate', 'slots', 'nights', 'sessions', 'waitlist'].map(
    (part) =>
      [
        BY_SLUG,
        `/v1/event-types/{id}/${part}`,
        'an id begins with `ety_`, so none is `by-slug`',
      ] as const,
  ),
  ['/v1/event-types/{id}/quote', BY_SLUG, 'an id begins with `ety_`, so none is `by-slug`'],
  [
    '/v1/public/decisions/{bookingId}',
    '/v1/public/{providerSlug}/opened-slots',
    'an id begins with `bkg_`, so none is `opened-slots`, and the slug `decisions` is reserved',
  ],
]

test(
  'Redocly finds no fault in the document, nor in its examples',
  async () => {
    const config = await createConfig({ extends: ['recommended'], rules: RULES })
    const source = await openApiDocument()
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    const found = problems.map(({ ruleId, message, location }) => {
      const [place] = location
      return `${ruleId}: ${message} ${place?.pointer}`
    })
    const expected = WITHOUT_4XX.map(
      (path) => `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
    )
    const ambiguous = AMBIGUOUS.map(
      ([one, other]) =>
        `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${one}\` and \`${other}\`. #/paths/${other.replaceAll('/', '~1')}`,
    )
    expect(found.filter((line) => line.startsWith('no-ambiguous-paths')).sort()).toEqual(
      ambiguous.sort(),
    )
    const missing4xx = found.filter((line) => line.startsWith('operation-4xx-response'))
    expect(missing4xx.map((line) => line.split(' ').at(-1)).sort()).toEqual(expected)
    const known = [...missing4xx, ...ambiguous]
    expect(found.filter((line) => !known.includes(line))).toEqual([])
  },
  TIMEOUT_MILLISECONDS,
)
