import { addCopyButtons } from './copy-code.ts'
import { addSampleTabs } from './sample-tabs.ts'
import { remember } from './storage.ts'
import { addTrials } from './trials.ts'

function prepareMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  const wide = matchMedia('(min-width: 60rem)')
  if (menu === null) return
  const follow = () => {
    menu.open = wide.matches
  }
  wide.addEventListener('change', follow)
  follow()
  const current = menu.querySelector<HTMLElement>('[aria-current]')
  const column = menu.parentElement
  if (wide.matches && current !== null && column !== null) {
    column.scrollTop = current.offsetTop - column.clientHeight / 2
  }
}

function prepareTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  if (button === null) return
  const root = document.documentElement
  const isDark = () =>
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark'
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.ariaLabel = isDark() ? 'Use light colors' : 'Use dark colors'
  }
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember('theme', root.dataset.theme)
    show()
  })
  show()
  button.hidden = false
}

function prepareSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search]')
  const index = button?.dataset.index
  if (!button || index === undefined) return
  const open = async () => {
    const { openSearch } = await import('./search.ts')
    openSearch(index)
  }
  button.addEventListener('click', () => void open())
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    const isShortcut = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (isTyping || !isShortcut) return
    event.preventDefault()
    void open()
  })
  button.hidden = false
}

prepareMenu()
prepareTheme()
prepareSearch()
addSampleTabs()
addTrials()
addCopyButtons()
