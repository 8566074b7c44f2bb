import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { commonMessages } from '../messages.ts'
import { navigate } from '../router.tsx'
import { Icon } from '../shell/icons.tsx'
import { Failure } from '../ui/failure.tsx'
import { Combobox } from './combobox.tsx'
import { groupsOf, oneGroupOf } from './hit-content.tsx'
import { searchMessages } from './messages.ts'
import { rememberOpened, useRecent } from './recent.ts'
import styles from './search-dialog.module.css'
import { type Hit, idOf, useSearch } from './search-queries.ts'

interface SearchDialogProps {
  readonly accountId: string
  readonly onClose: () => void
  /** Opens a booking over the current page. */
  readonly onBooking: (id: string) => void
}

/** Finds people and bookings while somebody types, and opens one of them. */
export function SearchDialog({ accountId, onClose, onBooking }: SearchDialogProps) {
  const t = useMessages(searchMessages)
  const common = useMessages(commonMessages)
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(text, { withBookings: true })
  const recent = useRecent(accountId, true)
  const isEmpty = text.trim() === ''
  const hits: readonly Hit[] = isEmpty ? recent : (search.data?.data ?? [])
  const open = (id: string) => {
    const hit = hits.find((each) => idOf(each) === id)
    if (hit === undefined) return
    rememberOpened(accountId, id)
    onClose()
    if (hit.kind === 'booking') onBooking(id)
    else navigate(`/contacts/${id}`)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} initialFocus={input}>
          <Dialog.Title className="visually-hidden">{t.title}</Dialog.Title>
          <Combobox
            label={t.title}
            groups={isEmpty ? oneGroupOf(recent, t.recent) : groupsOf(hits, t)}
            choosesFirst={true}
            isCurrent={isEmpty || search.isCurrent}
            onChoose={open}
          >
            {(control) => (
              <div className={styles.field}>
                <Icon name="search" />
                <input
                  {...control}
                  ref={input}
                  type="text"
                  inputMode="search"
                  enterKeyHint="search"
                  dir="auto"
                  aria-label={t.title}
                  placeholder={t.hint}
                  maxLength={100}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </div>
            )}
          </Combobox>
          <Dialog.Close className={styles.close} aria-label={common.close}>
            <span aria-hidden="true">×</span>
          </Dialog.Close>
          <Answer text={text} search={search} hasRecent={recent.length > 0} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface AnswerProps {
  readonly text: string
  readonly search: ReturnType<typeof useSearch>
  readonly hasRecent: boolean
}

/** What is to say about the results: how many, none, more, or a failure. */
function Answer({ text, search, hasRecent }: AnswerProps) {
  const t = useMessages(searchMessages)
  if (text.trim() === '') return hasRecent ? null : <p className={styles.note}>{t.start}</p>
  if (search.isError) return <Failure error={search.error} onRetry={() => void search.refetch()} />
  const found = search.isCurrent ? search.data : undefined
  // Words are found by two letters or more.
  const isShort = text.trim().length < 2
  const isNone = found?.data.length === 0
  return (
    <div role="status">
      {isNone && isShort && <p className={styles.note}>{t.start}</p>}
      {isNone && !isShort && (
        <div className={styles.note}>
          <p>
            <strong>{t.none(text.trim())}</strong>
          </p>
          <p>{t.noneHint}</p>
        </div>
      )}
      {found && !isNone && <span className="visually-hidden">{t.count(found.data.length)}</span>}
      {found?.more && <p className={styles.note}>{t.more}</p>}
    </div>
  )
}
