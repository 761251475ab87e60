/** Error texts of the settings of database and documents; each follows the name of its setting. */
export const STORAGE_SETTING_MESSAGES = {
  DATA_DIR: 'debe ser una carpeta',
  DATABASE_URL: 'debe ser una dirección de PostgreSQL, como postgres://usuario:clave@servidor:5432/base',
  DOCUMENTS_URL:
    'debe ser la dirección de un almacén S3, como https://clave:secreto@s3.example/cubeta/carpeta?region=us-east-1',
} as const
