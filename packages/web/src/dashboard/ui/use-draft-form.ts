import { type FormEvent, type ReactNode, useState } from 'react'
import { useUnsavedGuard } from './unsaved.tsx'

interface DraftFormOptions<Draft, Saved> {
  readonly initial: () => Draft
  /** What is edited; undefined for a new one. */
  readonly start: Saved | undefined
  /** Creates or changes it, and resolves with what was saved. */
  readonly save: (saved: Saved | undefined, draft: Draft) => Promise<Saved>
  /** The draft of what was saved, if it may have more than the draft had. Default: the draft stays. */
  readonly draftOf?: (saved: Saved) => Draft
  /** Called after a successful save. */
  readonly onSaved: (now: Saved, isNew: boolean) => Promise<void>
}

/** The state of a page with a form, and its actions. */
export interface DraftForm<Draft, Saved> {
  readonly draft: Draft
  /** The last saved state; undefined for a new one. */
  readonly saved: Saved | undefined
  readonly isBusy: boolean
  /** The error of the last attempt to save. */
  readonly error: unknown
  readonly change: (part: Partial<Draft>) => void
  readonly submit: (event: FormEvent) => void
  /** The question that is asked before edits are lost, to be rendered. */
  readonly unsavedQuestion: ReactNode
}

/** Edits a draft and saves it. Asks before the page is left with unsaved edits. */
export function useDraftForm<Draft extends object, Saved>({
  initial,
  start,
  save,
  draftOf,
  onSaved,
}: DraftFormOptions<Draft, Saved>): DraftForm<Draft, Saved> {
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState(initial)
  const [savedDraft, setSavedDraft] = useState(draft)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const unsavedQuestion = useUnsavedGuard(JSON.stringify(draft) !== JSON.stringify(savedDraft))
  const submit = async () => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const now = await save(saved, draft)
      setSaved(now)
      const next = draftOf?.(now)
      setSavedDraft(next ?? draft)
      if (next) setDraft(next)
      await onSaved(now, saved === undefined)
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  return {
    draft,
    saved,
    isBusy,
    error,
    change: (part) => setDraft((last) => ({ ...last, ...part })),
    submit: (event) => {
      event.preventDefault()
      void submit()
    },
    unsavedQuestion,
  }
}
