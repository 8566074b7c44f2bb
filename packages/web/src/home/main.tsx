import { mountPage } from '../shared/mount-page.tsx'
import { HomePage } from './home-page.tsx'

mountPage(<HomePage />)
