import { mountPage } from '../shared/mount-page.tsx'
import { DecidePage } from './decide-page.tsx'

mountPage(<DecidePage />)
