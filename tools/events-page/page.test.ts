import { readFileSync } from 'node:fs'
import { EVENT_KEYS } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import { eventsPage } from './page.ts'

test('docs/events.md is up to date with `npm run docs:events`', () => {
  expect(readFileSync('docs/events.md', 'utf8')).toBe(eventsPage())
})

test('the page lists every event, and every link has a target', () => {
  const page = eventsPage()
  for (const key of EVENT_KEYS) expect(page).toContain(`| \`${key}\` |`)
  const headings = new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase()),
  )
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target)
  expect(links.length).toBeGreaterThan(EVENT_KEYS.length)
  expect(links.filter((target) => !headings.has(target))).toEqual([])
})
