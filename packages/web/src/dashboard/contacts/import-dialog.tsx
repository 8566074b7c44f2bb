import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type ContactImportReport, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Failure } from '../ui/failure.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './import-dialog.module.css'
import { importMessages } from './import-messages.ts'
import { invalidatePeople } from './person-queries.ts'

/** How many of the skipped rows the dialog lists. */
const SKIPPED_SHOWN = 20

/** Sends a file of contacts as it is, so that the server sees in which encoding it is. */
const sendFile = (file: File, isDryRun: boolean): Promise<ContactImportReport> =>
  unwrap(
    api.POST('/v1/contacts/import', {
      params: { query: { dryRun: isDryRun ? 'true' : 'false' } },
      headers: { 'content-type': 'text/csv' },
      body: file.name,
      bodySerializer: () => file,
    }),
  )

/** A file, and what an import of it would do. */
interface Tried {
  readonly file: File
  readonly report: ContactImportReport
}

/** Imports contacts from a CSV file: tries the file, shows what an import would do, and imports it then. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(importMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [tried, setTried] = useState<Tried>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | undefined) => {
    setTried(undefined)
    if (file === undefined) return
    void run(async () => setTried({ file, report: await sendFile(file, true) }))
  }
  const send = ({ file }: Tried) =>
    run(async () => {
      const { imported } = await sendFile(file, false)
      await invalidatePeople(client)
      toast({ title: t.done(imported) })
      onClose()
    })
  const count = tried?.report.imported ?? 0
  return (
    <Modal title={t.title} lead={<p>{t.lead}</p>} onClose={onClose}>
      <Field label={t.file} hint={t.hint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={({ target }) => choose(target.files?.[0])}
          />
        )}
      </Field>
      {isBusy && <p role="status">{t.working}</p>}
      {error !== undefined && <Failure error={error} />}
      {tried && <Report report={tried.report} />}
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={tried === undefined || count === 0}
          onClick={() => tried && void send(tried)}
        >
          {t.send(count)}
        </Button>
      </Actions>
    </Modal>
  )
}

/** What an import would do, with the rows that it leaves out. */
function Report({ report }: { readonly report: ContactImportReport }) {
  const t = useMessages(importMessages)
  const { imported, existing, skippedCount, skipped, ignoredColumns } = report
  const shown = skipped.slice(0, SKIPPED_SHOWN)
  return (
    <Notice tone={skippedCount === 0 ? 'info' : 'warn'} title={t.would(imported)}>
      {existing > 0 && <p>{t.existing(existing)}</p>}
      {ignoredColumns.length > 0 && <p dir="auto">{t.ignored(ignoredColumns.join(', '))}</p>}
      {skippedCount > 0 && (
        <>
          <p>{t.skipped(skippedCount)}</p>
          <ul className={styles.rows}>
            {shown.map((row) => (
              <li key={`${row.line} ${row.reason}`}>
                <SkippedRow row={row} />
              </li>
            ))}
          </ul>
          {skippedCount > shown.length && <p>{t.more(skippedCount - shown.length)}</p>}
        </>
      )}
    </Notice>
  )
}

/** A row that is left out, and why. The server names the column before its message. */
function SkippedRow({ row }: { readonly row: ContactImportReport['skipped'][number] }) {
  const t = useMessages(importMessages)
  const inputMessage = useInputMessage()
  const { line, reason, detail } = row
  if (reason !== 'invalid') return t.line(line, t.reasons[reason])
  const [, column, message] = /^(name|email|phone): (.*)$/s.exec(detail) ?? []
  const named = column as keyof typeof t.columns | undefined
  const text = inputMessage(message ?? detail)
  return t.line(line, named === undefined ? text : `${t.columns[named]}: ${text}`)
}
