import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Zarezerwuj termin',
  close: 'Zamknij',
  noOrigin:
    'Nie można tu wyświetlić strony rezerwacji: ta strona działa w piaskownicy bez allow-same-origin lub została otwarta z pliku.',
  notLoaded: 'Strona rezerwacji nie wczytała się.',
  openPage: 'Otwórz w nowej karcie',
} satisfies EmbedTexts
