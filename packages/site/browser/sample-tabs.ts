import { recall, remember } from './storage.ts'

const DEFAULT_LANGUAGE = 'sh'

/** Shows the samples of every call as tabs. All calls of a page show the same language, which is remembered. */
export function addSampleTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('[data-samples]')]
  const choose = (language: string) => {
    for (const group of groups) {
      for (const tab of group.querySelectorAll<HTMLElement>('[role=tab]')) {
        const isChosen = tab.dataset.language === language
        tab.ariaSelected = String(isChosen)
        tab.tabIndex = isChosen ? 0 : -1
      }
      for (const panel of group.querySelectorAll<HTMLElement>('[data-sample]')) {
        panel.hidden = panel.dataset.sample !== language
      }
    }
  }
  for (const [index, group] of groups.entries()) addTabs(group, index, choose)
  choose(recall('language') ?? DEFAULT_LANGUAGE)
}

function addTabs(group: HTMLElement, index: number, choose: (language: string) => void): void {
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.ariaLabel = group.ariaLabel
  group.removeAttribute('aria-label')
  const panels = [...group.querySelectorAll<HTMLElement>('[data-sample]')]
  const tabs = panels.map((panel) => {
    const language = panel.dataset.sample ?? ''
    const title = panel.querySelector('.sample-title')
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.id = `tab-${index}-${language}`
    tab.dataset.language = language
    tab.textContent = title?.textContent ?? language
    tab.setAttribute('role', 'tab')
    title?.remove()
    panel.id = `panel-${index}-${language}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    tab.setAttribute('aria-controls', panel.id)
    tab.addEventListener('click', () => {
      // The other groups of the page change their height too.
      const before = tab.getBoundingClientRect().top
      choose(language)
      remember('language', language)
      scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
    })
    return tab
  })
  list.addEventListener('keydown', ({ key }) => {
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement)
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (at < 0 || step === 0 || next === undefined) return
    next.click()
    next.focus()
  })
  list.append(...tabs)
  group.prepend(list)
  group.classList.add('tabbed')
}
