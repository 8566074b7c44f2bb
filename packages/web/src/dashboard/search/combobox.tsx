import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import styles from './combobox.module.css'

/** One thing to choose. */
export interface ComboboxOption {
  readonly key: string
  readonly content: ReactNode
}

/** Options under a heading. */
export interface ComboboxGroup {
  readonly title: string
  readonly options: readonly ComboboxOption[]
}

/** The attributes that make an input the field of a combobox. */
export interface ComboboxControl {
  readonly role: 'combobox'
  readonly 'aria-autocomplete': 'list'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string
  readonly 'aria-activedescendant': string | undefined
  readonly autoComplete: 'off'
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface ComboboxProps {
  /** Names the list. */
  readonly label: string
  readonly groups: readonly ComboboxGroup[]
  /** Whether the first option is active, so that Enter chooses it. */
  readonly choosesFirst: boolean
  /** Whether the options are those of the text in the field. Until then, Enter waits for them. */
  readonly isCurrent: boolean
  readonly onChoose: (key: string) => void
  /** Called on Escape while options are shown. Without it, Escape is left to what is around. */
  readonly onEscape?: () => void
  /** Whether the list lies over what is below the field. */
  readonly floats?: boolean
  readonly children: (control: ComboboxControl) => ReactNode
}

/** Where a key leads from an option; -1 is the field itself. */
function stepTo(key: string, active: number, last: number): number | undefined {
  if (key === 'ArrowDown') return active >= last ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? last : active - 1
  return undefined
}

/** A field with a list of suggestions, by the combobox pattern of WAI-ARIA: the focus stays in the field. */
export function Combobox(props: ComboboxProps) {
  const { label, groups, choosesFirst, isCurrent, onChoose, onEscape, floats, children } = props
  const id = useId()
  const options = groups.flatMap((group) => group.options)
  const keys = options.map(({ key }) => key)
  const [moved, setMoved] = useState<{ readonly key: string }>()
  const [isEntering, setEntering] = useState(false)
  const found = moved === undefined ? -1 : keys.indexOf(moved.key)
  const active = found === -1 && choosesFirst && keys.length > 0 ? 0 : found
  const activeKey = keys[active]
  const choose = (key: string) => {
    setMoved(undefined)
    setEntering(false)
    onChoose(key)
  }
  useEffect(() => {
    if (!isEntering || !isCurrent) return
    setEntering(false)
    if (activeKey !== undefined) onChoose(activeKey)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter') setEntering(false)
    if (event.key === 'Enter' && choosesFirst && !isCurrent && found === -1) {
      event.preventDefault()
      setEntering(true)
      return
    }
    if (keys.length === 0) return
    const next = stepTo(event.key, active, keys.length - 1)
    const key = next === undefined ? undefined : keys[next]
    if (key !== undefined) {
      event.preventDefault()
      setMoved({ key })
      document.getElementById(`${id}-${key}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && activeKey !== undefined) {
      event.preventDefault()
      choose(activeKey)
    } else if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      event.stopPropagation()
      setMoved(undefined)
      onEscape()
    }
  }
  const control: ComboboxControl = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': keys.length > 0,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': activeKey === undefined ? undefined : `${id}-${activeKey}`,
    autoComplete: 'off',
    onKeyDown,
  }
  return (
    <div className={styles.combobox}>
      {children(control)}
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        className={`${styles.list} ${floats ? styles.floating : ''}`}
        hidden={keys.length === 0}
      >
        {groups.map((group, index) => (
          <Options
            key={group.title}
            titleId={`${id}-group-${index}`}
            id={id}
            group={group}
            activeKey={activeKey}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  )
}

interface OptionsProps {
  readonly id: string
  readonly titleId: string
  readonly group: ComboboxGroup
  readonly activeKey: string | undefined
  readonly onChoose: (key: string) => void
}

function Options({ id, titleId, group, activeKey, onChoose }: OptionsProps) {
  const { title, options } = group
  if (options.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={styles.title}>
        {title}
      </div>
      {options.map(({ key, content }) => (
        <Fragment key={key}>
          {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys */}
          <div
            role="option"
            id={`${id}-${key}`}
            aria-selected={key === activeKey}
            className={styles.option}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(key)}
          >
            {content}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
