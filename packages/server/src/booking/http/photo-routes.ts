import {
  ACCOUNT_PHOTOS_MAX,
  PHOTO_FILE_BYTES,
  PHOTO_PIXELS,
  PHOTO_TYPES,
  PhotoSizePath,
  UNUSED_PHOTO_HOURS,
  UploadedPhoto,
  UploadedPhotoList,
  UploadedPhotoListQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { type Answer, created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { namesTag } from '../../kernel/http/entity-tag.ts'
import { IF_NONE_MATCH } from '../../kernel/http/feed-answer.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { getPhoto, getPhotoSize, listPhotos } from '../photos/read-photos.ts'
import { deletePhoto } from '../photos/unused-photos.ts'
import { uploadPhoto } from '../photos/upload-photo.ts'
import { type PhotoSize, uploadedPhotoRepresentation } from '../photos/uploaded-photo.ts'
import type { PhotoMaker } from '../ports/photo-maker.ts'

const endpoint = endpointOf('Photos')
const access = 'account'
const params = idParam('photo')
const path = '/v1/photos/{id}'

/** A photo of 12 megapixels takes about a second. */
const LIMITS = { photos: ACCOUNT_PHOTOS_MAX, pixels: PHOTO_PIXELS, milliseconds: 15_000 } as const

/**
 * The headers of a file of a stranger. Nobody can run it as a page of this server, and any site can show it: embedded pages load
 * nothing else. Its address follows from its content.
 */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/webp',
  'cross-origin-resource-policy': 'cross-origin',
} as const

function fileAnswer({ photoId, widthPixels, file }: PhotoSize, ifNoneMatch = ''): Answer {
  const etag = `"${photoId}-${widthPixels}"`
  return namesTag(ifNoneMatch, etag)
    ? { status: 304, body: null, headers: { ...FILE_HEADERS, etag } }
    : { status: 200, body: file, headers: { ...FILE_HEADERS, etag } }
}

/** The endpoint that serves a size of a photo to everybody. */
const fileEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/photos/{id}/{widthPixels}',
    operationId: 'downloadPhoto',
    summary: 'Download a size of a photo',
    description:
      'A WebP file with nothing but the picture. Caches can keep it for a year: its content never changes. Anybody who has the address can load it.',
    access: 'public',
    params: PhotoSizePath,
    headers: z.object({ 'If-None-Match': IF_NONE_MATCH }),
    answers: {
      200: {
        description: 'The picture.',
        contentType: 'image/webp',
        schema: z.string().openapi({ format: 'binary' }),
      },
      304: { description: 'The caller has it.' },
    },
    perform: ({ params: { id, widthPixels } }) => getPhotoSize(deps, id, widthPixels),
    answer: (size, { headers }) => fileAnswer(size, headers['If-None-Match']),
  })

/** Endpoints for uploaded photos. They are uploaded only where something reads them. */
export const photoEndpoints = (
  context: HttpContext,
  photoMaker: PhotoMaker | undefined,
): readonly AnyEndpoint[] => [
  ...(photoMaker ? [uploadEndpoint(context, photoMaker)] : []),
  endpoint({
    method: 'get',
    path: '/v1/photos',
    operationId: 'listPhotos',
    summary: 'List uploaded photos',
    description: 'All uploaded photos of the account, in the order of their ids.',
    access,
    query: UploadedPhotoListQuery,
    answers: { 200: { description: 'A page of photos.', schema: UploadedPhotoList } },
    perform: async ({ caller, query }) => ok(await listPhotos(context.deps, caller, pageOf(query))),
    answer: (listed) => page(listed, uploadedPhotoRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getPhoto',
    summary: 'Read an uploaded photo',
    description: 'Its sizes, and what uses it.',
    access,
    params,
    answers: { 200: { description: 'The photo.', schema: UploadedPhoto } },
    perform: ({ caller, params: { id } }) => getPhoto(context.deps, caller, id),
    answer: (photo) => resource(uploadedPhotoRepresentation(photo)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deletePhoto',
    summary: 'Delete an uploaded photo',
    description: 'Rejected while a property or an event type names it. Caches may keep its files.',
    access,
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The photo is deleted.' } },
    problems: ['photo_in_use'],
    perform: ({ caller, params: { id } }) => deletePhoto(context.deps, caller, id),
    answer: noContent,
  }),
  fileEndpoint(context),
]

const uploadEndpoint = ({ deps }: HttpContext, photoMaker: PhotoMaker): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: '/v1/photos',
    operationId: 'createPhoto',
    summary: 'Upload a photo',
    description: `The body is the file itself: a JPEG, PNG or WebP with at most ${PHOTO_FILE_BYTES} bytes and ${PHOTO_PIXELS} pixels. The server turns it upright, makes its sizes and keeps only these, without metadata such as the place where it was taken. Send its \`url\` in \`photos\` of a property or an event type. If nothing names it for ${UNUSED_PHOTO_HOURS} hours, it is removed. An account has at most ${ACCOUNT_PHOTOS_MAX} photos.`,
    access,
    file: { mediaTypes: PHOTO_TYPES, bytes: PHOTO_FILE_BYTES, isBinary: true },
    answers: {
      200: { description: 'The account has uploaded this file before.', schema: UploadedPhoto },
      201: { description: 'The photo.', schema: UploadedPhoto },
    },
    problems: ['photo_unreadable', 'photo_limit_reached', 'rate_limited'],
    perform: ({ caller, file, mediaType }) =>
      uploadPhoto({ ...deps, photoMaker }, caller, { content: file, mediaType }, LIMITS),
    answer: ({ photo, isNew }) => {
      const view = uploadedPhotoRepresentation(photo)
      return isNew ? created(view, `/v1/photos/${photo.id}`) : resource(view)
    },
  })
