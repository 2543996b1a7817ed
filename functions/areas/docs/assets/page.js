/* Shows the OpenAPI document of the API that served this page. */
const { base } = document.body.dataset;

window.SwaggerUIBundle({
  url: `${base}/openapi.json`,
  dom_id: '#reference',
  deepLinking: true,
  // Swagger UI leaves out operations of a large document that are all open at once.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
