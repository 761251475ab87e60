import { type Command, type CommandArguments, defineCall, Refusal } from '#server/operator/terminal/command.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import {
  entitiesReply,
  type NewEntityBody,
  type NewPackageBody,
  operatorPackagesReply,
  operatorPaths,
  type PackageChangeBody,
} from '#src/adapters/http/contract/operator/operator.ts'
import { isDocumentTypeCode } from '#src/domain/imc/users/document-types.ts'

/** Reads `--document`, such as `CC:1020304050`. */
function readDocument(values: CommandArguments): Pick<NewEntityBody['administrador'], 'tipo_doc' | 'idoc_numero'> {
  const value = values.readRequired('document')
  const [, type = '', number = ''] = /^([A-Z]+):([A-Za-z0-9]{1,25})$/.exec(value) ?? []
  if (isDocumentTypeCode(type)) return { tipo_doc: type, idoc_numero: number }
  throw new Refusal({ kind: 'bad-value', what: '--document', value })
}

/** Reads the flags of a new administrator. */
export const readAdministrator = (values: CommandArguments): NewEntityBody['administrador'] => ({
  nombre: values.readRequired('admin'),
  usr_name: values.readRequired('user'),
  email_address: values.readRequired('email'),
  ...readDocument(values),
})

const readEntity = (values: CommandArguments): NewEntityBody => ({
  codigo: values.readRequired('code'),
  nombre: values.readRequired('name'),
  administrador: readAdministrator(values),
})

const readPackage = (values: CommandArguments): NewPackageBody => ({
  codigo: values.readRequired('code'),
  nombre: values.readRequired('name'),
  precio: values.readWholeNumber('price'),
  pantallas: values.readWholeNumber('screens'),
  perfil_id: values.readRequired('profile'),
})

function readPackageChange(values: CommandArguments) {
  const code = values.readWord(0, 'CÓDIGO')
  const body: PackageChangeBody = {
    ...(values.has('price') && { precio: values.readWholeNumber('price') }),
    ...(values.has('offered') && { ofrecido: values.readOnOff('offered') }),
  }
  if (Object.keys(body).length === 0) throw new Refusal({ kind: 'missing', what: '--price, --offered' })
  return { code, body }
}

/** Commands for entities and the catalogue of packages. */
export const CATALOGUE_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'entities',
    usage: '',
    summary: 'entidades',
    read: () => null,
    run: (client) =>
      showTable(
        client.call(entitiesReply, 'GET', operatorPaths.entities),
        ['Código', 'Nombre', 'Usuarios', 'Dos pasos'],
        ({ codigo, nombre, usuarios, exige_factor }) => [
          codigo,
          nombre,
          String(usuarios),
          exige_factor ? 'exigidos' : 'opcionales',
        ],
      ),
  }),
  defineCall({
    name: 'entities add',
    usage: '--code CÓDIGO --name NOMBRE --admin PERSONA --user USUARIO --email CORREO --document CC:NÚMERO',
    summary: 'crea una entidad con su administrador',
    flags: ['code', 'name', 'admin', 'user', 'email', 'document'],
    read: readEntity,
    run: (client, body) => showMessage(client.callAction('POST', operatorPaths.entities, body)),
  }),
  defineCall({
    name: 'entities require-factor',
    usage: 'CÓDIGO --required on|off',
    summary: 'exige la verificación en dos pasos a los usuarios de la entidad, o no',
    wordCount: 1,
    flags: ['required'],
    read: (values) => ({
      code: values.readWord(0, 'CÓDIGO'),
      body: { exigido: values.readOnOff('required') },
    }),
    run: (client, { code, body }) =>
      showMessage(client.callAction('POST', operatorPaths.factorRequirement(code), body)),
  }),
  defineCall({
    name: 'entities reset-factor',
    usage: 'CÓDIGO --user USUARIO',
    summary: 'quita la verificación en dos pasos perdida de un usuario y cierra sus sesiones',
    wordCount: 1,
    flags: ['user'],
    read: (values) => ({ code: values.readWord(0, 'CÓDIGO'), username: values.readRequired('user') }),
    run: (client, { code, username }) =>
      showMessage(client.callAction('POST', operatorPaths.resetFactor(code, username))),
  }),
  defineCall({
    name: 'packages',
    usage: '',
    summary: 'catálogo de paquetes',
    read: () => null,
    run: (client) =>
      showTable(
        client.call(operatorPackagesReply, 'GET', operatorPaths.packages),
        ['Código', 'Nombre', 'Precio', 'Pantallas', 'Perfil', 'Ofrecido'],
        (row) => [
          row.codigo,
          row.nombre,
          String(row.precio),
          String(row.pantallas),
          row.perfil_id,
          row.ofrecido ? 'sí' : 'no',
        ],
      ),
  }),
  defineCall({
    name: 'packages add',
    usage: '--code CÓDIGO --name NOMBRE --price PESOS --screens CANTIDAD --profile PERFIL',
    summary: 'agrega un paquete',
    flags: ['code', 'name', 'price', 'screens', 'profile'],
    read: readPackage,
    run: (client, body) => showMessage(client.callAction('POST', operatorPaths.packages, body)),
  }),
  defineCall({
    name: 'packages set',
    usage: 'CÓDIGO [--price PESOS] [--offered on|off]',
    summary: 'cambia un paquete',
    wordCount: 1,
    flags: ['price', 'offered'],
    read: readPackageChange,
    run: (client, { code, body }) => showMessage(client.callAction('PUT', operatorPaths.package(code), body)),
  }),
]
