import MiniSearch, { type SearchResult } from 'minisearch'
import { basePathOf } from '../src/content/base-path.ts'
import type { SearchEntry } from '../src/content/search-entries.ts'

const MOST_RESULTS = 12
const EXCERPT_LENGTH = 140

type Entry = SearchEntry & { readonly id: number }

async function loadIndex(address: string): Promise<MiniSearch<Entry>> {
  const answer = await fetch(address)
  const entries = (await answer.json()) as readonly SearchEntry[]
  const index = new MiniSearch<Entry>({
    fields: ['h', 'p', 't'],
    storeFields: ['p', 'h', 'u', 't'],
    searchOptions: { boost: { h: 4, p: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  const base = basePathOf(address)
  index.addAll(entries.map((entry, id) => ({ ...entry, u: `${base}${entry.u}`, id })))
  return index
}

/** The part of a text around the first found word. */
function excerpt(text: string, terms: readonly string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 40)
  const from = places.length === 0 ? 0 : start
  const part = text.slice(from, from + EXCERPT_LENGTH)
  return `${from > 0 ? '… ' : ''}${part}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}

function resultItem(result: SearchResult): HTMLLIElement {
  const { p, h, u, t } = result as SearchResult & SearchEntry
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = u
  const title = document.createElement('strong')
  title.textContent = h === '' ? p : h
  const place = document.createElement('span')
  place.className = 'place'
  place.textContent = h === '' ? '' : p
  const text = document.createElement('span')
  text.textContent = excerpt(t, result.terms)
  link.append(title, place, text)
  item.append(link)
  return item
}

let dialog: HTMLDialogElement | undefined

function createDialog(address: string): HTMLDialogElement {
  const created = document.createElement('dialog')
  created.className = 'search'
  created.setAttribute('aria-label', 'Search the documentation')
  created.innerHTML = `<form method="dialog"><label><span class="visually-hidden">Search for</span>
<input type="search" placeholder="Search the documentation" autocomplete="off" spellcheck="false"></label>
<button>Close</button></form><p class="state" role="status"></p><ul class="results"></ul>`
  document.body.append(created)
  const input = created.querySelector('input')
  const state = created.querySelector('.state')
  const list = created.querySelector('.results')
  if (input === null || state === null || list === null) return created
  const loading = loadIndex(address)
  const show = async () => {
    const wanted = input.value.trim()
    const index = await loading.catch(() => undefined)
    // A later key may have been typed meanwhile.
    if (wanted !== input.value.trim()) return
    const results = wanted === '' ? [] : (index?.search(wanted) ?? [])
    list.replaceChildren(...results.slice(0, MOST_RESULTS).map(resultItem))
    if (index === undefined) state.textContent = 'The search could not be loaded.'
    else if (wanted === '') state.textContent = ''
    else if (results.length === 0) state.textContent = `Nothing found for “${wanted}”.`
    else state.textContent = results.length === 1 ? '1 result' : `${results.length} results`
  }
  input.addEventListener('input', () => void show())
  created.addEventListener('keydown', (event) => moveInResults(event, input, list))
  list.addEventListener('click', () => created.close())
  return created
}

function moveInResults(event: KeyboardEvent, input: HTMLInputElement, list: Element): void {
  const links = [...list.querySelectorAll('a')]
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault()
    links[0]?.click()
    return
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = at + step
  if (next < 0) input.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}

/** Opens the search. `address` is that of the index, which is loaded once. */
export function openSearch(address: string): void {
  dialog ??= createDialog(address)
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('input')?.select()
}
