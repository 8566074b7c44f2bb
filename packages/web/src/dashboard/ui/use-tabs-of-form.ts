import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Fields that the server or the browser finds invalid, and errors that stand beside no field. */
const INVALID = '[aria-invalid="true"], [data-field-error]'

const panelOf = (element: Element | null | undefined): string | undefined =>
  element?.closest<HTMLElement>('[data-panel]')?.dataset.panel

/** The first control that the browser will not send. */
function firstInvalid(form: HTMLFormElement): Element | undefined {
  const controls = [...form.elements].filter((each) => !(each instanceof HTMLFieldSetElement))
  return controls.find((each) => each.matches(':invalid'))
}

/** The chosen tab of a form, and the tabs with errors. */
export interface TabsOfForm<Name extends string> {
  readonly chosen: Name
  readonly choose: (name: Name) => void
  readonly withErrors: ReadonlySet<string>
  /** Shows the tab of the first field that the browser refuses, as it can focus visible fields alone. */
  readonly onInvalid: (event: FormEvent<HTMLFormElement>) => void
}

/** Chooses among the tabs of a form, and leads to the first error in whichever tab it is. */
export function useTabsOfForm<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  first: Name,
  /** The error of the last attempt to save. */
  error: unknown,
): TabsOfForm<Name> {
  const [chosen, choose] = useState<Name>(first)
  const [withErrors, setWithErrors] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const marked = [...(form.current?.querySelectorAll<HTMLElement>(INVALID) ?? [])]
    const found = error === undefined ? [] : marked
    setWithErrors(new Set(found.map((each) => panelOf(each) ?? '')))
    const [leading] = found
    const panel = panelOf(leading)
    if (leading === undefined || panel === undefined) return
    // The panels are named by the tabs.
    flushLater(() => choose(panel as Name), leading)
  }, [form, error])
  return {
    chosen,
    choose,
    withErrors,
    onInvalid: ({ currentTarget, target }) => {
      const panel = panelOf(target as Element)
      if (target !== firstInvalid(currentTarget) || panel === undefined) return
      flushSync(() => choose(panel as Name))
    },
  }
}

/** Shows the tab of a field and focuses it, after the render that is in progress. */
function flushLater(show: () => void, field: HTMLElement): void {
  queueMicrotask(() => {
    flushSync(show)
    field.focus()
  })
}
