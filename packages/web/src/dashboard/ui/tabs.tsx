import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

/** One tab and what it shows. */
export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: string
  /** Says what needs attention in it, such as an invalid value. */
  readonly mark?: string | undefined
  readonly content: ReactNode
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** The place of the tab that a key goes to; undefined for other keys. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * Parts of a page of which one shows, by the tabs pattern of WAI-ARIA: arrow keys, Home and End choose a tab. The
 * others stay in the page, so that a form in them is validated and sent as a whole.
 */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const place = tabs.findIndex(({ name }) => name === chosen)
    const next = placeAfter(event.key, place, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    onChoose(tab.name)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, label: text, mark }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-controls={`${id}-${name}-panel`}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {text}
            {mark && (
              <span className={styles.mark}>
                <span aria-hidden="true">●</span>
                <span className="visually-hidden">{mark}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}-panel`}
          data-panel={name}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== chosen}
          className={styles.panel}
        >
          {content}
        </div>
      ))}
    </>
  )
}
