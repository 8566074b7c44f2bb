import { mountPage } from '../shared/mount-page.tsx'
import { Frame } from '../shared/ui/frame.tsx'

mountPage(<Frame>…</Frame>)
